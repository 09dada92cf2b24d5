import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chromium, findOrInstallBrowser } from './support/find-browser.ts';

/** `npm test`: everything that must hold before a change lands, on any machine with Node. */
const steps = [
  ['typecheck', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['build', 'npm', 'run', '--silent', 'build'],
  ['unit', 'vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json'],
  ['browser', 'playwright', 'test'],
] as const;

rmSync('.cache', { recursive: true, force: true });
mkdirSync('.cache');
process.env.CHROMIUM_PATH = findOrInstallBrowser(chromium);
if (!process.env.CHROMIUM_PATH) {
  console.error('No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.');
  process.exit(2);
}

const broken = steps.filter(([name, command, ...args]) => {
  console.log(`\n> ${name}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
});

console.log();
console.log(unitLine());
console.log(browserLine());
if (broken.length) console.log(`Failed: ${broken.map(([name]) => name).join(', ')}`);
process.exitCode = broken.length ? 1 : 0;

function unitLine(): string {
  const result = readResult('.cache/unit.json');
  return `unit: ${count(result.numPassedTests)} passed, ${count(result.numFailedTests)} failed, ${count(result.numPendingTests)} skipped`;
}

function browserLine(): string {
  const { stats } = readResult('.cache/browser.json');
  const { expected, unexpected, flaky, skipped } = isObject(stats) ? stats : {};
  return `browser: ${count(expected)} passed, ${count(unexpected) + count(flaky)} failed, ${count(skipped)} skipped`;
}

function readResult(path: string): Record<string, unknown> {
  try {
    const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(result) ? result : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
