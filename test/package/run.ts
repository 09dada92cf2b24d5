import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installFolder } from '../../scripts/prepare.ts';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { runQuietly } from '../support/output.ts';
import { runVitest } from '../support/run-vitest.ts';
import { folder, tarball } from './packed.ts';

/** `npm test -- package`: packs the packages, installs them as their users do, and looks at them from there. */
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

// While one waits for a registry, or for another processor, the other works.
const packing = run(
  'npm',
  'pack',
  '--loglevel=error',
  '-w',
  'src/service',
  '--include-workspace-root',
  '--pack-destination',
  folder,
);
const folders = ['test/package', 'test/newest-node', 'test/old-node', 'test/workers'];
if (!folders.every((each) => installFolder(each)) || !installFolder('test/hosts', '--ignore-scripts')) process.exit(1);
await packing;
// They get Geolet too, so that its hooks find the same copy of the framework as their components.
// `npm ci` refuses a lockfile in which npm left out what other machines would need: https://github.com/npm/cli/issues/4828
const projects = [['test/package', '--no-package-lock'], ...projectsIn('test/package/consumers').map((path) => [path])];
await Promise.all([installNext(), installNext()]);
process.env.CHROMIUM_PATH = findOrInstallBrowser(chromium);
process.exitCode = runVitest('package', ['--config', 'test/package/vitest.config.ts', ...process.argv.slice(2)])
  ? 0
  : 1;

/** Consumers with dependencies of their own. */
function projectsIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'package-lock.json')));
}

async function installNext(): Promise<void> {
  for (let project = projects.shift(); project; project = projects.shift())
    await run('npm', 'install', '--loglevel=error', '--no-save', '--prefix', ...project, tarball());
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  if (!(await runQuietly(program, ...args))) process.exit(1);
}
