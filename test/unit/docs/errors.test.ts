import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every word that the source hands to `report` or `fail` as a code, gives a failure by name, or prints by itself. */
function codesIn(source: string): string[] {
  const calls = [
    ...source.matchAll(/\b(?:report|fail|note)(?:\?\.)?\(([^,()]*)/g),
    ...source.matchAll(/\bcode: ('[a-z-]+')/g),
  ];
  const printed = [...source.matchAll(/`\[geolet\] ([a-z-]+): /g)].map(([, code = '']) => code);
  const named = calls.flatMap(([, first = '']) =>
    [...first.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, code = '']) => code),
  );
  return [...printed, ...named];
}

const folders = ['src/owner', 'src/widget', 'src/rules'];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);
const reported = new Set(files.flatMap((file) => codesIn(readFileSync(file, 'utf8'))));
const docs = readFileSync('docs/errors.md', 'utf8');

describe('docs/errors.md', () => {
  it('has an entry for every code that is reported, and for none that is not', () => {
    expect(reported.size).toBeGreaterThan(20);
    expect(new Set([...docs.matchAll(/^## (.*)$/gm)].map(([, code]) => code))).toEqual(reported);
  });

  it('tells of each the cause, what the visitor sees, and the fix', () => {
    for (const entry of docs.split(/^## /m).slice(1))
      expect(entry).toMatch(/- \*\*Cause\.\*\* [^]*- \*\*The visitor sees\*\* [^]*- \*\*Fix\.\*\* /);
  });
});
