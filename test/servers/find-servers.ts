import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The programs that the suite runs, and the Debian packages that have them. */
const packages = {
  nginx: 'nginx-light',
  apache2: 'apache2',
  caddy: 'caddy',
  haproxy: 'haproxy',
  varnishd: 'varnish',
  lighttpd: 'lighttpd',
  ip: 'iproute2',
} as const;

/** Debian has most of them where only root's path looks. */
export const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

/** Finds the web servers, or installs them where that takes no more than apt. @returns the packages that are still missing. */
export function installMissingServers(): readonly string[] {
  const missing = missingPackages();
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return missing;
  console.log(`Installing ${missing.join(', ')} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['-o', 'DPkg::Lock::Timeout=600', 'install', '-y', '-qq', '--no-install-recommends'];
  for (const args of [['update', '-qq'], [...install, ...missing]]) {
    if (spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) break;
  }
  return missingPackages();
}

function missingPackages(): readonly string[] {
  return Object.entries(packages).flatMap(([program, name]) => (isOnPath(program) ? [] : [name]));
}

function isOnPath(program: string): boolean {
  return searchPath.split(':').some((directory) => existsSync(`${directory}/${program}`));
}
