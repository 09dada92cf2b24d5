import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/faults.md', 'utf8').replaceAll(/(?<![\n|])\n(?![\n|#])/g, ' ');
const rows = [...page.matchAll(/^\| ([PS]\d+) \|(.*)\|$/gm)].map(([, id = '', cells = '']) => ({ id, verdict: cells.split(' | ').at(-1) ?? '' }));

/** Each file and title in turn; a title without a file is in the file before it. */
function namedTests(text: string): Array<readonly [file: string, title: string]> {
  let file = '';
  return [...text.matchAll(/(?:`(test\/[^`]+)` )?› `([^`]+)`/g)].map(([, named, title = '']) => [(file = named ?? file), title] as const);
}

describe('docs/faults.md', () => {
  it('has a line for each of P1 to P30 and S1 to S30', () => {
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
    expect(rows.map(({ id }) => id)).toEqual([...numbers.map((number) => `P${number}`), ...numbers.map((number) => `S${number}`)]);
  });

  it.each(rows)('$id is survived by a test, or open for a reason', ({ verdict }) => {
    if (/^\s*survived/.test(verdict)) expect(namedTests(verdict)).not.toEqual([]);
    else expect(verdict).toMatch(/^\s*open, because \S/);
  });

  it.each(namedTests(page))('%s has %s', (file, title) => {
    expect(existsSync(file)).toBe(true);
    // As it stands between quotes of any kind.
    const source = readFileSync(file, 'utf8').replaceAll('\\', '');
    expect(["'", '"', '`'].some((quote) => source.includes(quote + title + quote))).toBe(true);
  });
});
