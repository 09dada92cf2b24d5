import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { runVitest } from '../support/run-vitest.ts';
import { folder, tarball } from './packed.ts';

/** `npm test -- package`: packs the packages, installs them as their users do, and looks at them from there. */
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

for (const workspace of [[], ['-w', 'src/service']])
  run('npm', 'pack', '--silent', ...workspace, '--pack-destination', folder);
for (const project of ['test/package', 'test/newest-node', 'test/old-node', 'test/workers'])
  run('npm', 'ci', '--silent', '--prefix', project);
run('npm', 'ci', '--silent', '--ignore-scripts', '--prefix', 'test/hosts');
// They get Geolet too, so that its hooks find the same copy of the framework as their components.
// `npm ci` refuses a lockfile in which npm left out what other machines would need: https://github.com/npm/cli/issues/4828
for (const project of projectsIn('test/package/consumers'))
  run('npm', 'install', '--silent', '--no-save', '--prefix', project, tarball());
run('npm', 'install', '--silent', '--prefix', 'test/package', '--no-save', '--no-package-lock', tarball());
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

function run(command: string, ...args: string[]): void {
  if (spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
    console.error(`${[command, ...args].join(' ')} failed.`);
    process.exit(1);
  }
}
