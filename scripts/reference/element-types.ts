import { attributesOf, isOwnProperty, propertyOf } from './custom-elements.ts';
import type { ElementDoc } from './element-docs.ts';
import type { ConditionDoc } from './markup-docs.ts';

/** The declarations that the elements' own types, and those for frameworks, are made from. */
export function elementTypes(elements: readonly ElementDoc[], conditions: readonly ConditionDoc[]): string {
  const eventTypes = [...new Set(elements.flatMap((element) => element.events.map(({ type }) => type)))].sort();
  return `${[
    '// Made from the doc comments of the elements.',
    `import type { ${eventTypes.join(', ')} } from '../index.js';`,
    '',
    '/** Conditions as attributes: OR within a name, AND across names. */',
    'export interface ConditionAttributes {',
    ...conditions.flatMap(({ name, description, bare }) => [
      ...comment(description),
      `  ${key(name)}?: ${given(bare ? 'string | boolean' : 'string')};`,
      `  'not-${name}'?: ${given(bare ? 'string | boolean' : 'string')};`,
    ]),
    '}',
    '',
    '/** The attributes of each element besides those that every element has. */',
    'export interface GeoAttributes {',
    ...elements.flatMap(({ tag, description, conditional, attributes }) => [
      ...comment(description),
      `  '${tag}': ${conditional ? 'ConditionAttributes & ' : ''}{`,
      ...attributes.flatMap((attribute) => [
        ...comment(attribute.description, '    '),
        `    ${key(attribute.name)}?: ${given(attribute.type)};`,
      ]),
      '  };',
    ]),
    '}',
    '',
    '/** The elements: each attribute is a property, too, which reads and writes it. Null and undefined take the attribute away. */',
    'export interface GeoElements {',
    ...elements.flatMap((element) => elementInterface(element, conditions)),
    '}',
    '',
    '/** What each element fires. */',
    'export interface GeoEvents {',
    ...elements.map(
      ({ tag, events }) => `  '${tag}': {${events.map(({ name, type }) => ` '${name}': ${type};`).join('')} };`,
    ),
    '}',
  ].join('\n')}\n`;
}

function elementInterface(element: ElementDoc, conditions: readonly ConditionDoc[]): string[] {
  const properties = attributesOf(element, conditions).filter(isOwnProperty);
  return [
    `  '${element.tag}': HTMLElement & {`,
    ...properties.flatMap(({ name, description, type }) => [
      ...comment(description, '    '),
      `    get ${propertyOf(name)}(): string | null;`,
      `    set ${propertyOf(name)}(value: ${given(type)});`,
    ]),
    '  };',
  ];
}

/** What an attribute takes from a framework, and its property from a script. */
function given(type: string): string {
  return `${type}${type === 'number' ? ' | string' : ''} | null | undefined`;
}

/** The declaration that a module adds for the element that it registers. */
export function elementDeclaration(tag: string): string {
  return `import type { GeoElements } from '../types/elements.js';\ndeclare global {\n  interface HTMLElementTagNameMap {\n    '${tag}': GeoElements['${tag}'];\n  }\n}\n`;
}

function comment(description: string, indent = '  '): string[] {
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  return (
    lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */']
  ).map((line) => indent + line);
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}
