import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The formatter breaks code at 120 columns, but not text and patterns. */
const most = { columns: 140, lines: 320 };

/** Messages, style sheets and patterns may be long: to break them would not make them easier to read. */
const longTexts = /`[^`]*`|'[^']*'|\/\^\(.*\)\$\//g;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name).replaceAll('\\', '/'))
  .filter(
    (name) =>
      name.endsWith('.ts') && !/node_modules|\.generated\.|^src\/service\/lib\/|\.d\.ts$|-style\.ts$/.test(name),
  );

it('knows the sources', () => {
  expect(files).toContain('src/service/service.ts');
});

it.each(files)('%s has no line that is too long, and not too many lines', (file) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const long = lines.flatMap((line, index) =>
    line.replaceAll(longTexts, '').length > most.columns ? [`${file}:${index + 1}`] : [],
  );
  expect(long).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(most.lines);
});
