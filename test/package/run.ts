import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chromium, findOrInstallBrowser } from '../support/find-browser.ts';
import { folder, tarball } from './packed.ts';

/** `npm run test:package`: packs the package, installs it as its users do, and looks at it from there. */
const output = 'test-results/package.json';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
mkdirSync('test-results', { recursive: true });
rmSync(output, { force: true });

run('npm', 'pack', '--silent', '--pack-destination', folder);
run('npm', 'ci', '--silent', '--prefix', 'test/package');
run('npm', 'install', '--silent', '--prefix', 'test/package', '--no-save', '--no-package-lock', tarball());
process.env.CHROMIUM_PATH = findOrInstallBrowser(chromium);
const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'test/package/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...process.argv.slice(2)], { stdio: 'inherit' });
console.log(`\npackage: ${count('numPassedTests')} passed, ${count('numFailedTests')} failed`);
process.exitCode = status ?? 1;

function run(command: string, ...args: string[]): void {
  if (spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
    console.error(`${[command, ...args].join(' ')} failed.`);
    process.exit(1);
  }
}

function count(name: string): string {
  try {
    const result: unknown = JSON.parse(readFileSync(output, 'utf8'));
    return String(Object.getOwnPropertyDescriptor(result, name)?.value ?? '?');
  } catch {
    return '?';
  }
}
