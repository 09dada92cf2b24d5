import { spawnSync } from 'node:child_process';
import { installPackages } from '../support/apt.ts';

/** The Debian package of each program. */
const packages: Readonly<Record<string, string>> = {
  orca: 'orca',
  xdotool: 'xdotool',
  openbox: 'openbox',
  Xvfb: 'xvfb',
  'firefox-esr': 'firefox-esr',
  'dbus-run-session': 'dbus-daemon',
};

/** @returns the programs that are still missing after an attempt to install them. */
export function installMissingPrograms(): readonly string[] {
  const missing = missingPrograms();
  if (missing.length > 0) installPackages([...missing.map((name) => packages[name] ?? name), 'at-spi2-core']);
  return missingPrograms();
}

function missingPrograms(): readonly string[] {
  return Object.keys(packages).filter((name) => spawnSync('which', [name]).status !== 0);
}

/** For the reader of a log. */
export function describeVersions(): string {
  const [orca, firefox] = ['orca', 'firefox-esr'].map((program) =>
    spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim(),
  );
  return `Orca ${orca}, ${firefox}`;
}
