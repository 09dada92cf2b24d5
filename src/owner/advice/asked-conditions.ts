import { type Entry, splitEntries } from '../../rules/conditions/entries.ts';
import type { Groups } from '../../rules/conditions/clause.ts';
import { bindingPrefix, whenEntries } from '../../rules/markup/bindings.ts';
import { conditionEntries } from '../../rules/markup/parts.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';
import { readVisibility, type VisibilityRule, visibilityTokens } from '../../rules/markup/visibility.ts';
import type { PageToRead } from './page-reader.ts';
import { sourceOf } from './source.ts';

/** One of the rules that show and hide an element, with what the owner wrote: an attribute with its value, or a class. */
export interface WrittenRule extends VisibilityRule {
  readonly source: string;
  readonly entries: readonly Entry<string>[];
}

export function visibilityRules<Node>(
  reader: MarkupReader<Node>,
  element: Node,
  groups?: Groups,
): readonly WrittenRule[] {
  const attributes = [`${bindingPrefix}show`, `${bindingPrefix}hide`].flatMap((name) => {
    const text = reader.attribute(element, name) ?? null;
    return text === null ? [] : [{ name, text }];
  });
  const classes = visibilityTokens(reader.attribute(element, 'class'));
  return readVisibility(reader, element, groups).map((rule, index) => {
    const attribute = attributes[index];
    if (attribute)
      return { ...rule, source: `${attribute.name}="${attribute.text}"`, entries: splitEntries(attribute.text) };
    const token = classes[index - attributes.length] ?? '';
    const [clause] = rule.condition;
    return { ...rule, source: `class ${token}`, entries: [[clause?.name ?? '', token.split('-').at(-1) ?? '']] };
  });
}

export interface AskedCondition<Node> {
  readonly element: Node;
  readonly source: string;
  readonly entries: readonly Entry<string>[];
}

/** Every condition on a page, each text once. */
export function askedConditions<Node>({
  reader,
  elements,
  known,
}: Pick<PageToRead<Node>, 'reader' | 'elements' | 'known'>): readonly AskedCondition<Node>[] {
  const own = elements
    .filter((element) => known.conditional.includes(reader.tag(element)))
    .map((element) => ({
      element,
      source: sourceOf(reader, element),
      entries: conditionEntries(reader, element) ?? [],
    }));
  const bound = elements.flatMap((element) => {
    const before = `<${reader.tag(element)}> `;
    const when = whenEntries(reader, element);
    return [
      ...visibilityRules(reader, element).map(({ source, entries }) => ({ element, source: before + source, entries })),
      ...(when
        ? [{ element, source: `${before}data-geo-when="${reader.attribute(element, 'data-geo-when')}"`, entries: when }]
        : []),
    ];
  });
  return [...new Map([...own, ...bound].map((asked) => [asked.source, asked])).values()];
}
