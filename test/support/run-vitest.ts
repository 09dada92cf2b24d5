import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { closeSuite, type FailedTest, type SuiteResult } from './closing-line.ts';

/** What a run of Vitest may need besides its arguments. */
interface Options {
  /** The program that runs it, when it is not this Node. */
  readonly node?: string;
  /** Runs a command, when it is not to run as any other; returns its exit code. */
  readonly run?: (command: readonly string[], environment: NodeJS.ProcessEnv) => number;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs Vitest, and prints the suite's closing line. @returns whether everything passed that should. */
export function runVitest(
  suite: string,
  args: readonly string[],
  { node = process.execPath, run = runHere, environment = process.env }: Options = {},
): boolean {
  const output = `.cache/${suite}.json`;
  mkdirSync('.cache', { recursive: true });
  rmSync(output, { force: true });
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const status = run([node, resolve('node_modules/vitest/vitest.mjs'), 'run', ...args, ...options], environment);
  return closeSuite(suite, readResult(output)) && status === 0;
}

function runHere([program = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): number {
  return spawnSync(program, args, { stdio: 'inherit', env: environment }).status ?? 1;
}

/** @see https://vitest.dev/guide/reporters.html#json-reporter */
function readResult(path: string): SuiteResult {
  const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const tests = listIn(result, 'testResults').flatMap((file) => listIn(file, 'assertionResults'));
  const skipped = tests
    .filter((test) => !['passed', 'failed'].includes(String(valueIn(test, 'status'))))
    .map((test) => String(valueIn(test, 'fullName')));
  return { passed: Number(valueIn(result, 'numPassedTests')), failed: failuresIn(result), skipped };
}

/** The failed tests, and the files that failed as a whole, such as those that could not be imported. */
function failuresIn(result: unknown): readonly FailedTest[] {
  return listIn(result, 'testResults').flatMap((file) => {
    const tests = listIn(file, 'assertionResults').filter((test) => valueIn(test, 'status') === 'failed');
    if (!tests.length && valueIn(file, 'status') === 'failed')
      return [{ name: String(valueIn(file, 'name')), message: String(valueIn(file, 'message')) }];
    return tests.map((test) => ({
      name: String(valueIn(test, 'fullName')),
      message: listIn(test, 'failureMessages').join('\n'),
    }));
  });
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = valueIn(value, name);
  return Array.isArray(list) ? list : [];
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
