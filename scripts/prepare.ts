import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the built widget depends on. */
export const widgetSources: readonly string[] = [
  'src',
  'scripts',
  'docs/errors.md',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'node_modules/.package-lock.json',
];

/**
 * Builds the widget, unless `dist` has what the last call built from the same files: of a dozen suites, each wants it
 * built, and none changes it.
 *
 * @returns whether it is built.
 */
export function buildWidget(): boolean {
  const stamp = '.cache/widget-built';
  const before = lastChange(...widgetSources);
  const state = () => `${before} ${lastChange('dist')}`;
  if (isStamped(stamp, state())) return true;
  if (!npm(['run', '--silent', 'build'])) return false;
  writeStamp(stamp, state());
  return true;
}

/**
 * `npm ci` in a folder with packages of its own, unless the last one there installed the same, and nothing else has
 * been installed since.
 *
 * @returns whether they are installed.
 */
export function installFolder(folder: string, ...options: readonly string[]): boolean {
  const stamp = join(folder, 'node_modules/.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const state = () =>
    [lock, process.version, ...options, lastChange(join(folder, 'node_modules/.package-lock.json'))].join(' ');
  if (isStamped(stamp, state())) return true;
  // Silent, it would not say either why it failed.
  if (!npm(['ci', '--prefix', folder, '--loglevel=error', ...options], 'ignore')) return false;
  writeStamp(stamp, state());
  return true;
}

function isStamped(path: string, state: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === state;
}

function writeStamp(path: string, state: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, state);
}

/** When something there last changed, in milliseconds; a folder changes when a file in it comes or goes. */
function lastChange(...paths: readonly string[]): number {
  return Math.max(
    0,
    ...paths.map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
      const inside = readdirSync(path).filter((name) => name !== 'node_modules');
      return Math.max(found.mtimeMs, lastChange(...inside.map((name) => join(path, name))));
    }),
  );
}

function npm(args: readonly string[], stdout: 'inherit' | 'ignore' = 'inherit'): boolean {
  const { status } = spawnSync('npm', args, {
    stdio: ['inherit', stdout, 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
