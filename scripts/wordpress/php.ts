/** What a PHP file can return. A list of pairs becomes an array with numbers as keys. */
export type PhpValue =
  | string
  | number
  | boolean
  | readonly PhpValue[]
  | ReadonlyArray<readonly [number, string]>
  | { readonly [name: string]: PhpValue };

/** A PHP file that returns a value, in WordPress's spelling. */
export function phpFile(value: PhpValue): string {
  return [
    '<?php',
    '// Written by `npm run make -- wordpress` from src/record and src/proxy: change those.',
    "defined( 'ABSPATH' ) || exit;",
    '',
    `return ${literal(value, 0)};`,
    '',
  ].join('\n');
}

function literal(value: PhpValue, depth: number): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object') return String(value);
  if (isWords(value)) return wordsLiteral(value);
  const lines = Array.isArray(value) ? value.map((entry) => entryLine(entry, depth)) : namedLines(value, depth);
  if (lines.length === 0) return 'array()';
  return `array(\n${lines.map((line) => `${'\t'.repeat(depth + 1)}${line},\n`).join('')}${'\t'.repeat(depth)})`;
}

/** A list of plain words is read better on one line. */
function isWords(value: object): value is readonly (string | number)[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry !== 'object');
}

function wordsLiteral(words: readonly (string | number)[]): string {
  return `array( ${words.map((word) => literal(word, 0)).join(', ')} )`;
}

function entryLine(entry: PhpValue, depth: number): string {
  const isPair = Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string';
  return isPair ? `${entry[0]} => ${literal(entry[1], depth + 1)}` : literal(entry, depth + 1);
}

/** Arrows stand below each other, as WordPress has them. */
function namedLines(value: object, depth: number): string[] {
  const entries = Object.entries(value).map(([name, entry]) => [literal(name, 0), literal(entry, depth + 1)] as const);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, entry]) => `${name.padEnd(width)} => ${entry}`);
}
