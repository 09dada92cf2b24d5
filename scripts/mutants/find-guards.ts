import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file that guards something, or the condition in it that does. */
export interface Guard {
  /** Of the tests that may kill a mutant of it. */
  readonly group: string;
  readonly file: string;
  /** From the beginning of a line to a place in another, as Stryker names it. Undefined: the whole file. */
  readonly range?: string;
}

/** What only guards throw and return, and the group of those that do. */
const signs: readonly { readonly group: string; readonly pattern: RegExp }[] = [
  { group: 'markup', pattern: /\bthrow new (?:Ambiguous|Unwritable)Markup\(/ },
  { group: 'urls', pattern: /(?:\breturn|[?:])\s*unsafe\b/ },
  { group: 'refusals', pattern: /\bthrow (?:new (?:ProxyError|ServiceError)\(\s*(?:401|403|421)\b|unauthorized\()/ },
];

/**
 * Finds what guards: files with a line `// @guard` and the name of a group, and in all other files the conditions before
 * what only guards throw and return. So a new guard needs no entry in a list.
 */
export function findGuards(folder = 'src'): readonly Guard[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.d\.ts$|\.generated\.|node_modules|\/lib\//.test(file))
    .toSorted()
    .flatMap((file) => guardsIn(file, readFileSync(file, 'utf8')));
}

export function guardsIn(file: string, text: string): readonly Guard[] {
  const tags = [...text.matchAll(/^\/\/ @guard ([\w-]+)$/gm)];
  const groups = new Set(tags.map(([, group = '']) => group));
  if (groups.size > 0) return [...groups].map((group) => ({ group, file }));
  return signs.flatMap(({ group, pattern }) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => ({ group, file, range: rangeBefore(text, index) })),
  );
}

/** From the line that decides, which is less indented where it is another, to what is thrown or returned. */
function rangeBefore(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n');
  const [last, own = ''] = [lines.length - 1, lines.at(-1)];
  let first = last;
  if (own.trim() === '') while (first > 0 && (indentOf(lines[first]) >= own.length || !lines[first]?.trim())) first--;
  // A condition over several lines begins where its bracket does.
  if (/^\s*\)/.test(lines[first] ?? '')) while (first > 0 && lines[first]?.endsWith('(') === false) first--;
  return `${first + 1}:0-${last + 1}:${own.length}`;
}

const indentOf = (line = ''): number => /^ */.exec(line)?.[0].length ?? 0;
