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
    ...(/boolean/.test(doc.type) ? { valueSet: 'v' } : {}),
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
      ...(isBare(name) ? { valueSet: 'v' } : {}),
    })),
  };
}

/** For JetBrains: https://github.com/JetBrains/web-types */
export function webTypes(
  version: string,
  elements: readonly ElementDoc[],
  conditions: readonly ConditionDoc[],
  bindings: readonly NamedDoc[],
): object {
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
            value: valueOf(attribute),
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
          value: isBare(name) ? { kind: 'no-value' } : { type: 'string' },
        })),
      },
    },
  };
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
