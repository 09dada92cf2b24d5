/**
 * `npm test -- trial-changes ['a condition' …]`: makes the changes that CONTRIBUTING.md describes, each in a copy of this
 * checkout, and fails where nobody tells a newcomer what is missing, or where the described steps are not enough.
 */
import { exec, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { closeSuite, type FailedTest } from '../../test/support/closing-line.ts';
import type { Edit, TrialChange } from './change.ts';
import { changes } from './changes.ts';

const commandLimitMs = 600_000;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((what) => !changes.some((change) => change.what === what));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose from: ${changes.map(({ what }) => what).join(', ')}.`);
  process.exit(2);
}

const chosen = wanted.length > 0 ? changes.filter(({ what }) => wanted.includes(what)) : changes;
const failed: FailedTest[] = [];
const waiting = [...chosen];
// Most of their commands use one processor.
await Promise.all([tryNext(), tryNext()]);
console.log();
const isFine = closeSuite('trials', { passed: chosen.length - failed.length, failed, skipped: [] });
process.exitCode = isFine ? 0 : 1;

async function tryNext(): Promise<void> {
  for (let change = waiting.shift(); change; change = waiting.shift()) {
    const problem = await tryChange(change);
    console.log(`${problem === undefined ? 'told, and done' : 'failed'}: ${change.what}`);
    if (problem !== undefined) failed.push({ name: change.what, message: problem });
  }
}

/** @returns what is wrong with the description of a change; undefined if it is right. */
async function tryChange({ edits: [first, ...rest], commands, tells }: TrialChange): Promise<string | undefined> {
  const copy = copyOfCheckout();
  try {
    for (const command of tells) {
      const output = await runIn(copy, command);
      if (output !== undefined) return `"${command}" fails before any edit:\n${output}`;
    }
    if (first) apply(first, copy);
    if (!(await fails(copy, tells))) return 'nothing tells what the first edit lacks';
    for (const edit of rest) apply(edit, copy);
    for (const command of [...commands, ...tells]) {
      const output = await runIn(copy, command);
      if (output !== undefined) return `"${command}" fails after all edits:\n${output}`;
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'geolet-trial-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of tracked) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  // Some of the tests read what is built.
  cpSync('dist', join(copy, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

function apply({ file, find, put }: Edit, folder: string): void {
  const path = join(folder, file);
  const written = find === undefined ? '' : readFileSync(path, 'utf8');
  if (find !== undefined && !written.includes(find))
    throw new Error(`scripts/trial-changes/changes.ts: ${file} does not contain: ${find}`);
  writeFileSync(path, find === undefined ? put : written.replace(find, () => put));
}

/** Whether one of the commands fails, of which the rest is not run. */
async function fails(folder: string, commands: readonly string[]): Promise<boolean> {
  for (const command of commands) if ((await runIn(folder, command)) !== undefined) return true;
  return false;
}

/** @returns the end of the output of a command that failed. */
function runIn(folder: string, command: string): Promise<string | undefined> {
  return new Promise((done) => {
    exec(
      command,
      { cwd: folder, maxBuffer: 2 ** 26, timeout: commandLimitMs, killSignal: 'SIGKILL' },
      (error, output, errors) => done(error ? `${output}\n${errors}`.slice(-4000) : undefined),
    );
  });
}
