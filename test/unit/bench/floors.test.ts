import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = readdirSync('bench/page', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /^(floor-[\w-]+|rivals\/[\w-]+)\.js$/.test(name));

it("there are floors, and the rivals' techniques", () => {
  expect(files).toEqual(
    expect.arrayContaining(['floor-rewriting.js', 'floor-repeat-visit.js', 'rivals/third-party.js']),
  );
});

it.each(files)('%s is written by hand: at most 80 lines that import nothing', (name) => {
  const text = readFileSync(`bench/page/${name}`, 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  expect(text).not.toMatch(/\bimport\b|\brequire\b|sourceMappingURL/);
});
