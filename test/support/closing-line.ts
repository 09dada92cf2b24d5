import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How a suite ended. `skipped` has the name of each test that did not run. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: readonly FailedTest[];
  readonly skipped: readonly string[];
}

export interface FailedTest {
  readonly name: string;
  readonly message: string;
}

/** A skip that is allowed where a list is named: `test` is how the test's name begins, or `*` for a whole suite. */
interface ListedSkip {
  readonly suite: string;
  readonly test: string;
  readonly reason: string;
}

const maximumMessageLines = 15;

/** The closing lines of this run, each with the tests that failed, for a program that runs several suites. */
export const closingLines = '.cache/closing-lines.txt';

/**
 * Prints the last line of a suite, the same for every runner.
 * Where `LISTED_SKIPS` names a JSON file of skips with their reasons, a skip that it lacks is printed.
 * @returns whether nothing failed and no unlisted test was skipped.
 */
export function closeSuite(suite: string, { passed, failed, skipped }: SuiteResult): boolean {
  const path = process.env['LISTED_SKIPS'];
  const unlisted = path ? unlistedSkips(suite, skipped, parseListedSkips(readFileSync(path, 'utf8'))) : [];
  for (const name of unlisted) console.log(`${suite}: skipped without a listed reason: ${name}`);
  const line = `${suite}: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
  console.log(line);
  mkdirSync(dirname(closingLines), { recursive: true });
  appendFileSync(closingLines, [line, ...failed.map(describeFailure), ''].join('\n'));
  return failed.length === 0 && unlisted.length === 0;
}

/** A failed test's name and how its message begins: of a long run's output, often only the end is at hand. */
export function describeFailure({ name, message }: FailedTest): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  return [`failed: ${name}`, ...lines.slice(0, maximumMessageLines)].join('\n    ');
}

/** Those of a suite's skipped tests that the list does not name. */
export function unlistedSkips(
  suite: string,
  skipped: readonly string[],
  list: readonly ListedSkip[],
): readonly string[] {
  const listed = list.filter((skip) => skip.suite === suite);
  return skipped.filter((name) => !listed.some(({ test }) => test === '*' || name.startsWith(test)));
}

/** As `closeSuite`, for a suite that can't run on this machine. */
export function skipSuite(suite: string, reason: string): boolean {
  console.log(`${suite}: nothing ran, because ${reason}`);
  return closeSuite(suite, { passed: 0, failed: [], skipped: [`the whole suite: ${reason}`] });
}

/** @throws for anything but a list of skips, each with its reason. */
export function parseListedSkips(json: string): readonly ListedSkip[] {
  const list: unknown = JSON.parse(json);
  if (Array.isArray(list) && list.every(isListedSkip)) return list;
  throw new Error('The listed skips must be a list of { "suite", "test", "reason" }, each a text that is not empty.');
}

function isListedSkip(value: unknown): value is ListedSkip {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['suite', 'test', 'reason'].every((name) => isText(Reflect.get(value, name)))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
