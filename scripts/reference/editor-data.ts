import { readValueSets, valueSetOf } from './attribute-values.ts';
import { attributesOf } from './custom-elements.ts';
import type { AttributeDoc, ElementDoc, NamedDoc } from './element-docs.ts';
import type { ConditionDoc } from './markup-docs.ts';

/**
 * For `html.customData` of VS Code:
 * https://github.com/microsoft/vscode-html-languageservice/blob/main/docs/customData.md
 */
export function htmlCustomData(
  elements: readonly ElementDoc[],
  conditions: readonly ConditionDoc[],
  bindings: readonly NamedDoc[],
  settings: readonly AttributeDoc[],
): object {
  const attribute = (doc: AttributeDoc) => ({
    name: doc.name,
    description: markdown(doc.description),
    ...(wordsOf(doc).length ? { values: wordsOf(doc).map((name) => ({ name })) } : {}),
    ...valueSet(/boolean/.test(doc.type) ? bare : valueSetOf(doc.name)),
  });
  return {
    version: 1.1,
    tags: [
      ...elements.map((element) => ({
        name: element.tag,
        description: markdown(describe(element)),
        attributes: attributesOf(element, conditions).map(attribute),
      })),
      // They come beside the attributes that the editor knows by itself.
      { name: 'script', attributes: settings.map(attribute) },
    ],
    globalAttributes: bindings.map(({ name, description }) => ({
      name,
      description: markdown(description),
      ...valueSet(isBare(name) ? bare : valueSetOf(name)),
    })),
    valueSets: Object.entries(readValueSets(conditions)).map(([name, values]) => ({ name, values })),
  };
}

/** The editor's own set, for attributes that stand without a value. */
const bare = 'v';

function valueSet(name: string | undefined): object {
  return name === undefined ? {} : { valueSet: name };
}

/** For JetBrains: https://github.com/JetBrains/web-types */
export function webTypes(
  version: string,
  elements: readonly ElementDoc[],
  conditions: readonly ConditionDoc[],
  bindings: readonly NamedDoc[],
): object {
  const sets = readValueSets(conditions);
  const listOf = (name: string) => {
    const set = valueSetOf(name);
    return set && { type: anyOf(sets[set]) };
  };
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'geolet',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          name: element.tag,
          description: describe(element),
          attributes: attributesOf(element, conditions).map((attribute) => ({
            name: attribute.name,
            description: attribute.description,
            value: listOf(attribute.name) ?? valueOf(attribute),
          })),
          slots: element.slots,
          js: { events: element.events.map(({ name, description }) => ({ name, description })) },
          css: {
            parts: element.parts,
            'pseudo-classes': element.states.map(({ name, description }) => ({ name: `:state(${name})`, description })),
          },
        })),
        attributes: bindings.map(({ name, description }) => ({
          name,
          description,
          value: isBare(name) ? { kind: 'no-value' } : (listOf(name) ?? { type: 'string' }),
        })),
      },
    },
  };
}

/** These values are completed; lists of them and other words are right too. */
function anyOf(values: readonly NamedDoc[]): readonly string[] {
  return [...values.map(({ name }) => `"${name}"`), 'string'];
}

function valueOf(attribute: AttributeDoc): object {
  if (/boolean/.test(attribute.type)) return { type: 'boolean', required: false };
  const words = wordsOf(attribute);
  return { type: words.length > 0 ? words.map((word) => `"${word}"`) : attribute.type };
}

/** The words that an attribute takes, when it takes no others. */
function wordsOf({ type }: AttributeDoc): readonly string[] {
  return [...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word);
}

function isBare(binding: string): boolean {
  return binding === 'data-geo-ignore';
}

function describe({ description, slots, parts, events }: ElementDoc): string {
  const list = (title: string, docs: readonly NamedDoc[]) =>
    docs.length
      ? [
          `**${title}**`,
          docs.map((doc) => `- ${doc.name ? `\`${doc.name}\`` : 'default'}: ${doc.description}`).join('\n'),
        ]
      : [];
  return [description, ...list('Slots', slots), ...list('Parts', parts), ...list('Events', events)].join('\n\n');
}

function markdown(value: string): object {
  return { kind: 'markdown', value };
}
