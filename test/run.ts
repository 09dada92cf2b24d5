import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { closingLines } from './support/closing-line.ts';
import { chromium, findOrInstallBrowser, wholeChromium } from './support/find-browser.ts';
import { runVitest } from './support/run-vitest.ts';
import { buildWidget } from '../scripts/prepare.ts';
import { runTask } from '../scripts/task.ts';
import { suites } from './suites.ts';

/**
 * `npm test`: everything that must hold before a change lands, on any machine with Node. `npm test -- <name>` runs one of
 * the other suites, and `npm test -- --help` lists them.
 */
const steps: ReadonlyArray<readonly [name: string, run: () => boolean]> = [
  ['typecheck', () => run('tsc', '--noEmit')],
  ['lint', () => run('tsx', 'scripts/lint/run.ts')],
  ['build', buildWidget],
  ['unit', () => runVitest('unit', ['--project=unit', '--project=unit-isolated'])],
  ['browser', () => run('playwright', 'test', '--project=core')],
];

const args = process.argv.slice(2);
if (args.length > 0) process.exit(runTask(suites, 'npm test --', args));

rmSync('.cache', { recursive: true, force: true });
process.env.CHROMIUM_PATH = findOrInstallBrowser(chromium);
if (!process.env.CHROMIUM_PATH) {
  console.error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.');
  process.exit(2);
}

// Its tests are skipped where it is not there; a machine that tests a change skips nothing that it could have.
if (process.env['CI']) findOrInstallBrowser(wholeChromium);

const failed = steps.filter(([name, step]) => {
  console.log(`\n> ${name}`);
  return !step();
});

console.log(`\n${readFileSync(closingLines, 'utf8').trim()}`);
if (failed.length) console.log(`Failed: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length ? 1 : 0;

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}
