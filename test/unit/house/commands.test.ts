import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benches } from '../../../bench/benches.ts';
import { makers } from '../../../scripts/makers.ts';
import type { Task } from '../../../scripts/task.ts';
import { suites } from '../../suites.ts';
import { textFiles } from '../../support/text-files.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

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

it.each([...Object.entries(suites), ...Object.entries(makers), ...Object.entries(benches)])(
  '%s is a file that is there',
  (_name, { file, packages }: Task) => {
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

describe.each(Object.entries(benches))('the bench %s', (name, { command, options }) => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...runTypeScript, 'bench/run.ts', name, ...args], { encoding: 'utf8' });

  it('has a script, and prints its options without a build', () => {
    expect(scripts[command.replace('npm run ', '')]).toBe(`tsx bench/run.ts ${name}`);
    const { status, stdout, stderr } = run('--help');
    expect([status, stderr]).toEqual([0, '']);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
  });

  it('says where its options are for one that it does not have', () => {
    expect(run('--none')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/Unknown option '--none'[^]*--help lists the options\.\n$/) as string,
    });
  });
});
