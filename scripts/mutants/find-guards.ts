import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file that guards something, or the lines of it that do. */
export interface Guard {
  /** Of the tests that may kill a mutant of it. */
  readonly group: string;
  readonly file: string;
  /** First and last line, from 1. Undefined: the whole file. */
  readonly lines?: readonly [first: number, last: number];
}

/** What only guards throw and return, and the group of those that do. */
const signs: readonly { readonly group: string; readonly pattern: RegExp }[] = [
  { group: 'markup', pattern: /\bthrow new AmbiguousMarkup\(/ },
  { group: 'urls', pattern: /(?:\breturn|[?:])\s*unsafe\b/ },
  { group: 'refusals', pattern: /\bthrow (?:new (?:ProxyError|ServiceError)\(\s*(?:401|403|421)\b|unauthorized\()/ },
];

/**
 * Finds what guards: files with a line `// @guard` and the name of a group, and in all other files the lines that throw or
 * return what only guards do, with the condition before them. So a new guard needs no entry in a list.
 */
export function findGuards(folder = 'src'): readonly Guard[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.d\.ts$|\.generated\.|node_modules|\/lib\//.test(file))
    .toSorted()
    .flatMap((file) => guardsIn(file, readFileSync(file, 'utf8')));
}

export function guardsIn(file: string, text: string): readonly Guard[] {
  const tags = [...text.matchAll(/^\/\/ @guard ([\w-]+)$/gm)];
  const groups = new Set(tags.map(([, group = '']) => group));
  if (groups.size > 0) return [...groups].map((group) => ({ group, file }));
  const lines = text.split('\n');
  return signs.flatMap(({ group, pattern }) => {
    const found = [...text.matchAll(new RegExp(pattern, 'g'))].map(
      ({ index }) => text.slice(0, index).split('\n').length - 1,
    );
    return joined(found.map((index) => around(lines, index))).map((range) => ({ group, file, lines: range }));
  });
}

/** From the line that decides, which is less indented, to the end of the statement. */
function around(lines: readonly string[], index: number): [first: number, last: number] {
  const depth = indentOf(lines[index]);
  let first = index;
  if (!/\b(?:if|return)\b|\?/.test(lines[index] ?? ''))
    while (first > 0 && (indentOf(lines[first]) >= depth || !lines[first]?.trim())) first--;
  // A condition over several lines begins where its bracket does.
  if (/^\s*\)/.test(lines[first] ?? '')) while (first > 0 && !/\($/.test(lines[first] ?? '')) first--;
  let last = index;
  while (last < lines.length - 1 && !/;\s*$/.test(lines[last] ?? '')) last++;
  return [first + 1, last + 1];
}

const indentOf = (line = ''): number => /^ */.exec(line)?.[0].length ?? 0;

function joined(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return ranges.reduce<(readonly [number, number])[]>((found, range) => {
    const before = found.at(-1);
    if (before === undefined || range[0] > before[1]) return [...found, range];
    return [...found.slice(0, -1), [before[0], Math.max(before[1], range[1])] as const];
  }, []);
}
