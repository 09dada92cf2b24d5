import { spawnSync } from 'node:child_process';
import { closest } from '../src/record/closest.ts';
import { buildWidget, installFolder } from './prepare.ts';

/** Something that is run now and then, by its name behind a command such as `npm run make --`. */
export interface Task {
  /** What it does, for the list of all. */
  readonly about: string;
  /** The TypeScript file that does it, or the configuration of Playwright that does. */
  readonly file: string;
  /** Whether it needs the built widget, and does not build it itself. */
  readonly builds?: true;
  /** The folder whose packages it needs. */
  readonly packages?: string;
  /** What the program gets before what the caller adds. */
  readonly args?: readonly string[];
}

/**
 * Runs the task that the arguments name, with the rest of them.
 *
 * @param command what is written before the name of a task: `npm run make --`.
 * @returns the status to exit with.
 */
export function runTask(tasks: Readonly<Record<string, Task>>, command: string, args: readonly string[]): number {
  const [name = '--help', ...rest] = args;
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task) return prepare(task) ? node(...programOf(task), ...rest) : 1;
  if (/^(--help|-h|help)$/.test(name)) {
    console.log(
      `${command} <name>, where the name is one of:\n\n${listOf(tasks)}\n\nWhat follows the name is for the task.`,
    );
    return 0;
  }
  const meant = closest(name, Object.keys(tasks));
  console.error(`There is no "${name}"${meant ? `; did you mean ${meant}?` : '.'} ${command} --help lists all.`);
  return 2;
}

function listOf(tasks: Readonly<Record<string, Task>>): string {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length));
  return Object.entries(tasks)
    .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
    .join('\n');
}

function prepare({ builds, packages }: Task): boolean {
  return (!builds || buildWidget()) && (packages === undefined || installFolder(packages, '--ignore-scripts'));
}

function programOf({ file, args = [] }: Task): string[] {
  return file.endsWith('playwright.config.ts')
    ? ['node_modules/@playwright/test/cli.js', 'test', '--config', file, ...args]
    : ['--import', 'tsx', file, ...args];
}

function node(...args: string[]): number {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
