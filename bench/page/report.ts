import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { median } from '../median.ts';

/** One part of the report. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly goals: readonly Goal[];
}

/** What a figure should be at most. */
export interface Goal {
  /** Names the row and the figure. */
  readonly name: string;
  readonly value: number;
  readonly goal: number;
  /** Where it must be, when that is more than where it should be. */
  readonly limit?: number;
  readonly unit: string;
}

export function sectionText({ title, head, rows }: Section): string {
  return `\n## ${title}\n\n${table(head, rows)}`;
}

/** Every goal, and how far it is. */
export function goalsText(goals: readonly Goal[]): string {
  return sectionText({
    title: 'Goals',
    head: ['figure', 'measured', 'goal', 'distance'],
    rows: goals.map((goal) => [
      goal.name,
      show(goal.value, goal.unit),
      show(goal.goal, goal.unit) + (goal.limit === undefined ? '' : `, limit ${show(goal.limit, goal.unit)}`),
      isReached(goal) ? 'reached' : `${distance(goal)}${isWithinLimit(goal) ? ', within the limit' : ''}`,
    ]),
    goals,
  });
}

/** One line for each goal that is not reached. */
export function missed(goals: readonly Goal[]): string[] {
  return goals
    .filter((goal) => !isReached(goal))
    .map((goal) => `${goal.name}: ${show(goal.value, goal.unit)}, goal ${show(goal.goal, goal.unit)}`);
}

// A value that was not measured is NaN and misses its goal.
const isReached = ({ value, goal }: Goal): boolean => value <= goal;
const isWithinLimit = ({ value, limit = -Infinity }: Goal): boolean => value <= limit;
const distance = ({ value, goal, unit }: Goal): string =>
  `${show(value - goal, unit)} over${/^(B|×)$/.test(unit) ? ` (${((value / goal - 1) * 100).toFixed(0)} %)` : ''}`;
const show = (value: number, unit: string): string =>
  `${Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(digitsFor(Math.abs(value)))} ${unit}`.trim();

function digitsFor(size: number): number {
  if (size < 0.1) return 4;
  return size < 100 ? 2 : 0;
}

/** The median with its range. */
export function spread(values: readonly number[], digits: number): string {
  return values.length === 0
    ? ''
    : `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)} … ${Math.max(...values).toFixed(digits)}]`;
}

/** The median with the quartiles: what single loads on a busy machine do says nothing. */
export function quartiles(values: readonly number[], digits: number): string {
  return values.length === 0
    ? ''
    : `${median(values).toFixed(digits)} [${quantile(values, 0.25).toFixed(digits)} … ${quantile(values, 0.75).toFixed(digits)}]`;
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.round(share * (values.length - 1))] ?? Number.NaN;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Raw values of a part, with where and how they were measured. */
export interface Result {
  readonly machine: Readonly<Record<string, unknown>>;
  readonly values: unknown;
}

const folder = new URL('../results/', import.meta.url);

/** Of the last run of each part. */
export function readResults(): Record<string, Result> {
  try {
    return JSON.parse(readFileSync(new URL('page.json', folder), 'utf8')) as Record<string, Result>;
  } catch {
    return {};
  }
}

export function writeResults(results: Readonly<Record<string, Result>>, report: string): void {
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(
    results,
    (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value),
    1,
  );
  // A list of figures on one line each.
  writeFileSync(
    new URL('page.json', folder),
    `${text.replaceAll(/\[\s+(-?[\d.e-]+(?:,\s+-?[\d.e-]+)*)\s+\]/g, (_, list: string) => `[${list.replaceAll(/,\s+/g, ', ')}]`)}\n`,
  );
  writeFileSync(new URL('page.md', folder), report);
}

export function machineOf(browser: string, settings: object): Result['machine'] {
  return { node: process.version, browser, processor: cpus()[0]?.model, cores: cpus().length, ...settings };
}
