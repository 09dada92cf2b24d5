import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('test/faults.md', 'utf8');
const rows = [...page.matchAll(/^\| ([A-Z]\d+) \|(.*)\|$/gm)].map(([, id = '', cells = '']) => ({
  id,
  verdict: cells.split(' | ').at(-1) ?? '',
}));

/** Each file and title in turn; a title without a file is in the file before it. */
function namedTests(text: string): Array<readonly [file: string, title: string]> {
  let file = '';
  return [...text.matchAll(/(?:`(test\/[^`]+)` )?› `([^`]+)`/g)].map(
    ([, named, title = '']) => [(file = named ?? file), title] as const,
  );
}

describe('test/faults.md', () => {
  it('has a line for each of the 205', () => {
    const counts = { A: 25, B: 21, C: 23, D: 21, E: 33, F: 16, P: 30, S: 36 };
    expect(rows.map(({ id }) => id)).toEqual(
      Object.entries(counts).flatMap(([letter, length]) =>
        Array.from({ length }, (_, index) => `${letter}${index + 1}`),
      ),
    );
  });

  it.each(rows)('$id is proved by a test, or untested for a reason', ({ verdict }) => {
    if (!/^\s*nothing yet, because \S/.test(verdict)) expect(namedTests(verdict)).not.toEqual([]);
  });

  it.each(namedTests(page))('%s has %s', (file, title) => {
    expect(existsSync(file)).toBe(true);
    // As it stands between quotes of any kind, or as the name of a property.
    const source = readFileSync(file, 'utf8').replaceAll('\\', '');
    expect(
      ["'", '"', '`'].some((quote) => source.includes(quote + title + quote)) ||
        new RegExp(`^ +${title}: `, 'm').test(source),
    ).toBe(true);
  });
});
