import { readFileSync } from 'node:fs';
import { writableAttributes } from '../../src/rules/markup/sink.ts';
import type { NamedDoc } from './element-docs.ts';

export interface ConditionDoc extends NamedDoc {
  /** Whether it may stand without a value. */
  readonly bare: boolean;
}

/** The tables that describe markup without a class of its own. */
const bindings = { file: 'docs/markup.md', heading: 'Bindings' };
const conditions = { file: 'docs/conditions.md', heading: 'All conditions' };

/** The conditions, without their negations. */
export function readConditionDocs(): readonly ConditionDoc[] {
  return table(conditions).flatMap(([names = '', about = '', values = '']) =>
    codes(names).map((name) => ({
      name,
      bare: values.startsWith('bare'),
      description: toWords([about, values && `Values: ${values}`].filter(Boolean).join('. ')),
    })),
  );
}

/** What may be written on any element. */
export function readBindingDocs(): readonly NamedDoc[] {
  const rows = table(bindings).flatMap(([names = '', what = '']) => {
    const [first = '', ...rest] = codes(names);
    return [first, ...rest.map((name) => (name.startsWith('-') ? `data-geo${name}` : name))].map((name) => ({
      name,
      description: toWords(what),
    }));
  });
  const missing = writableAttributes.find((name) => !rows.some((row) => row.name === `data-geo-${name}`));
  if (missing !== undefined) throw new Error(`${bindings.file}: the table of bindings lacks data-geo-${missing}`);
  return rows;
}

function table({ file, heading }: { readonly file: string; readonly heading: string }): string[][] {
  const section = readFileSync(file, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  if (!rows.length) throw new Error(`${file}: there is no table under "${heading}"`);
  return rows;
}

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Links of the page lead nowhere from an editor. */
function toWords(cell: string): string {
  return cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
