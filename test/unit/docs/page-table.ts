import { readFileSync } from 'node:fs';

/** The table under a heading of a page, to the next heading of its rank: rows of cells, of which the head is the first. */
export function tableIn(page: string, heading: string): readonly string[][] {
  const next = new RegExp(`^#{2,${heading.indexOf(' ')}} `, 'm');
  const section = readFileSync(page, 'utf8').split(`\n${heading}\n`)[1]?.split(next)[0] ?? '';
  const lines = section.split('\n').filter((line) => /^\|(?! ?-)/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
