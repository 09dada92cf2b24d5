import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How a suite ended. `skipped` has the name of each test that did not run. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
}

/** A skip that is allowed where a list is named: `test` is how the test's name begins, or `*` for a whole suite. */
interface ListedSkip {
  readonly suite: string;
  readonly test: string;
  readonly reason: string;
}

/** The closing lines of this run, for whoever runs several suites. */
export const closingLines = '.cache/closing-lines.txt';

/**
 * Prints the last line of a suite, the same for every runner.
 * Where `LISTED_SKIPS` names a JSON file of skips with their reasons, a skip that it lacks is printed.
 * @returns whether nothing failed and no unlisted test was skipped.
 */
export function closeSuite(suite: string, { passed, failed, skipped }: SuiteResult): boolean {
  const listed = readListedSkips().filter((skip) => skip.suite === suite);
  const unlisted = process.env['LISTED_SKIPS'] ? skipped.filter((name) => !listed.some(({ test }) => test === '*' || name.startsWith(test))) : [];
  for (const name of unlisted) console.log(`${suite}: skipped without a listed reason: ${name}`);
  const line = `${suite}: ${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  console.log(line);
  mkdirSync(dirname(closingLines), { recursive: true });
  appendFileSync(closingLines, `${line}\n`);
  return failed === 0 && unlisted.length === 0;
}

/** As `closeSuite`, for a suite that can't run on this machine. */
export function skipSuite(suite: string, reason: string): boolean {
  console.log(`${suite}: nothing ran, because ${reason}`);
  return closeSuite(suite, { passed: 0, failed: 0, skipped: [`the whole suite: ${reason}`] });
}

function readListedSkips(): readonly ListedSkip[] {
  const path = process.env['LISTED_SKIPS'];
  if (!path) return [];
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (Array.isArray(list) && list.every(isListedSkip)) return list;
  throw new Error(`${path} must be a list of { "suite", "test", "reason" }, each a text that is not empty.`);
}

function isListedSkip(value: unknown): value is ListedSkip {
  return typeof value === 'object' && value !== null && ['suite', 'test', 'reason'].every((name) => isText(Reflect.get(value, name)));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
