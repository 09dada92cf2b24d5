import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makers } from '../../../scripts/makers.ts';
import { suites } from '../../suites.ts';
import { textFiles } from '../../support/text-files.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
/** Examples, and packages in tests, have scripts of their own. */
const files = textFiles.filter((name) => !/^examples\/|\/package\.json$|^test\/package\//.test(name));

function named(pattern: RegExp): Array<readonly [name: string, file: string]> {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => [name, file] as const),
  );
}

describe('a command that a file names', () => {
  it('is one of the scripts', () => {
    const found = named(/npm run (?:--silent )?([a-z][\w:-]*)/g);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(([name]) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('is one of what can be made', () => {
    const found = named(/npm run make -- ([a-z][\w-]*)/g);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(([name]) => !Object.hasOwn(makers, name))).toEqual([]);
  });

  it('is one of the suites', () => {
    const found = named(/npm test (?:--silent )?-- ([a-z][\w-]*)/g);
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(([name]) => !Object.hasOwn(suites, name))).toEqual([]);
  });
});

it.each([...Object.entries(suites), ...Object.entries(makers)])(
  '%s is a file that is there',
  (_name, { file, packages }) => {
    expect(existsSync(file)).toBe(true);
    if (packages) expect(existsSync(`${packages}/package-lock.json`)).toBe(true);
  },
);

it.each(Object.keys(suites))('CONTRIBUTING.md describes the suite %s', (name) => {
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain(`npm test -- ${name}`);
});

it.each(Object.keys(makers))('CONTRIBUTING.md describes how to make %s', (name) => {
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain(`npm run make -- ${name}`);
});
