import type { ElementDoc, NamedDoc } from './element-docs.ts';

/** The text of docs/elements.md: attributes, slots, parts, states and events of each element. */
export function referencePage(elements: readonly ElementDoc[]): string {
  const common = statesOfAll(elements);
  const writing = elements.filter(({ events }) => events.some(({ name }) => name === 'geo-before-update'));
  const shared = linesOfMost(writing);
  return `${[
    '# Elements',
    '',
    'Here you can look up attributes, slots, parts, states and events of every element, each with an example. What shows when: [Markup](markup.md).',
    '',
    'Every element except `<geo-preview>` has one of these states, for CSS such as `geo-text:state(ready)`:',
    '',
    ...table(['state', 'meaning'], common),
    '',
    `${writing.map(({ tag }) => `\`<${tag}>\``).join(', ')} also have, unless their own line says more:`,
    '',
    ...list(shared),
    ...elements.flatMap((element) => section(element, common, shared)),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function section(element: ElementDoc, common: readonly NamedDoc[], shared: readonly string[]): string[] {
  const { tag, description, example, attributes } = element;
  return [
    `## \`<${tag}>\``,
    '',
    withoutMarkup(description.replaceAll(/\n+/g, ' ')),
    '',
    ...(example ? ['```html', example, '```', ''] : []),
    ...attributeTable([
      ...(element.conditional ? [{ name: '', description: 'any [condition](conditions.md), also as `not-…`' }] : []),
      ...attributes.map((attribute) => ({
        name: attribute.name,
        description:
          attribute.type === 'string'
            ? attribute.description
            : `${typeWords(attribute.type)}: ${attribute.description}`,
      })),
    ]),
    ...list(linesOf(element, common).filter((line) => !shared.includes(line))),
  ];
}

/** What editors show as one line stands below as an example. */
function withoutMarkup(description: string): string {
  return description.replace(/: `<geo-[^`]*`(?:, `<geo-[^`]*`)*\./, '.');
}

function linesOf(element: ElementDoc, common: readonly NamedDoc[] = []): readonly string[] {
  const { slots, parts, events } = element;
  const states = element.states.filter(({ name }) => !common.some((state) => state.name === name));
  return [
    ...items('slot', slots, 'default'),
    ...items('part', parts),
    ...items('state', states),
    ...items('event', events),
  ];
}

/** What most of some elements have from their base class; a line of their own says more. */
function linesOfMost(elements: readonly ElementDoc[]): readonly string[] {
  const lines = elements.flatMap((element) => linesOf({ ...element, states: [] }));
  return [...new Set(lines)].filter((line) => lines.filter((one) => one === line).length > elements.length / 2);
}

function attributeTable(docs: readonly NamedDoc[]): string[] {
  return docs.length ? [...table(['attribute', 'meaning'], docs, 'conditions'), ''] : [];
}

const items = (kind: string, docs: readonly NamedDoc[], unnamed = ''): string[] =>
  docs.map(({ name, description }) => `- ${kind} ${name ? `\`${name}\`` : unnamed}: ${description}`);

const list = (lines: readonly string[]): string[] => (lines.length ? [...lines, ''] : []);

function table([first = '', second = '']: readonly string[], docs: readonly NamedDoc[], unnamed = ''): string[] {
  return [
    `| ${first} | ${second} |`,
    '| --- | --- |',
    ...docs.map(
      ({ name, description }) => `| ${name ? `\`${name}\`` : unnamed} | ${description.replaceAll('|', '\\|')} |`,
    ),
  ];
}

/** Those of all that follow the visitor. */
function statesOfAll(elements: readonly ElementDoc[]): readonly NamedDoc[] {
  const [first, ...others] = elements.filter(({ states }) => states.length);
  return (
    first?.states.filter(({ name }) => others.every(({ states }) => states.some((state) => state.name === name))) ?? []
  );
}

/** `'a' | 'b'` in the words of HTML. */
function typeWords(type: string): string {
  return type
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replaceAll(' | ', ', ')
    .replace(/^boolean$/, 'there or not');
}
