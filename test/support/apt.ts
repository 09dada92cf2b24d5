import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const policyFile = '/usr/sbin/policy-rc.d';

/**
 * Installs Debian packages, where that takes no more than apt and the rights of root. Servers among them are not
 * started: tests start their own.
 * https://www.debian.org/doc/debian-policy/ch-opersys.html#interfacing-with-init-scripts
 *
 * @returns whether they are there now. False also where there is no apt, or this user may not use it.
 */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing ${packages.join(', ')} …`);
  const hasPolicy = existsSync(policyFile);
  if (!hasPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    // A new machine has no lists yet, or old ones.
    return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  } finally {
    if (!hasPolicy) rmSync(policyFile);
  }
}

function apt(...args: string[]): boolean {
  // Another run on this machine may be installing, too.
  const all = ['-o', 'DPkg::Lock::Timeout=600', ...args];
  return (
    spawnSync('apt-get', all, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 900_000,
    }).status === 0
  );
}
