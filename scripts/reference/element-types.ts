import type { ElementDoc } from './element-docs.ts';
import type { ConditionDoc } from './markup-docs.ts';

/** The declarations that the types for React, Vue and Svelte are made from. */
export function elementTypes(elements: readonly ElementDoc[], conditions: readonly ConditionDoc[]): string {
  const events = [...new Set(elements.flatMap((element) => element.events.map(({ type }) => type)))].sort();
  return `${[
    '// Made from the doc comments of the elements.',
    `import type { ${events.join(', ')} } from '../index.js';`,
    '',
    '/** Conditions as attributes: OR within a name, AND across names. */',
    'export interface ConditionAttributes {',
    ...conditions.flatMap(({ name, description, bare }) => [...comment(description), `  ${key(name)}?: string${bare ? ' | boolean' : ''} | undefined;`, `  'not-${name}'?: string${bare ? ' | boolean' : ''} | undefined;`]),
    '}',
    '',
    '/** The attributes of each element besides those that every element has. */',
    'export interface GeoAttributes {',
    ...elements.flatMap(({ tag, description, conditional, attributes }) => [
      ...comment(description),
      `  '${tag}': ${conditional ? 'ConditionAttributes & ' : ''}{`,
      ...attributes.flatMap(({ name, description, type }) => [...comment(description, '    '), `    ${key(name)}?: ${type}${type === 'number' ? ' | string' : ''} | undefined;`]),
      '  };',
    ]),
    '}',
    '',
    '/** What each element fires. */',
    'export interface GeoEvents {',
    ...elements.map(({ tag, events }) => `  '${tag}': {${events.map(({ name, type }) => ` '${name}': ${type};`).join('')} };`),
    '}',
  ].join('\n')}\n`;
}

function comment(description: string, indent = '  '): string[] {
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  return (lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */']).map((line) => indent + line);
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}
