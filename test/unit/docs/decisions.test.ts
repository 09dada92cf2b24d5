import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'docs/decisions';
const files = readdirSync(folder).filter((name) => name !== 'README.md');
const index = readFileSync(`${folder}/README.md`, 'utf8');

/** `# 0021 A private address has no place` */
function headingOf(file: string): { readonly number: string; readonly title: string } {
  const [, number = '', title = ''] =
    /^# (\d{4}) (.+)$/.exec(readFileSync(`${folder}/${file}`, 'utf8').split('\n')[0] ?? '') ?? [];
  return { number, title };
}

describe.each(files)('%s', (file) => {
  const { number, title } = headingOf(file);

  it('is named for its number and its title', () => {
    const words = title
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    expect(file).toBe(`${number}-${words}.md`);
  });

  it('stands once in the index, with its title', () => {
    expect(index.split(`| ${number} | [${title}](${file}) |`)).toHaveLength(2);
  });
});

it('no two decisions have one number, and the index has nothing else', () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(new Set(numbers).size).toBe(files.length);
  expect([...index.matchAll(/\]\(/g)]).toHaveLength(files.length);
});
