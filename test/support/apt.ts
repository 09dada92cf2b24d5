import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages, where that takes no more than apt and the rights of root.
 *
 * @returns whether they are there now. False also where there is no apt, or nobody may use it.
 */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing ${packages.join(' ')} …`);
  // Another run on this machine may be installing, too.
  const apt = (...args: string[]) => spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 900_000 }).status === 0;
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  // A new machine has no lists yet, or old ones.
  return apt('update', '-qq') && install();
}

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
