import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from '../support/apt.ts';

/** The programs that the suite runs, the Debian packages that have them, and how each tells its version. */
const programs = [
  ['nginx', 'nginx-light', '-v'],
  ['apache2', 'apache2', '-v'],
  ['caddy', 'caddy', 'version'],
  ['haproxy', 'haproxy', '-v'],
  ['varnishd', 'varnish', '-V'],
  ['lighttpd', 'lighttpd', '-v'],
  ['ip', 'iproute2', '-V'],
  ['mmdblookup', 'mmdb-bin', '--version'],
] as const;

/** Debian has most of them where only root's path looks. */
export const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

/**
 * Finds the web servers, or installs them where that takes no more than apt.
 *
 * @param wanted the programs, without which all are.
 * @returns the packages that are still missing.
 */
export function installMissingServers(wanted?: readonly string[]): readonly string[] {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return missing;
  installPackages(missing);
  return missingPackages(wanted);
}

/** For the reader of a log: docs/proxy-recipes.md says in which versions its recipes were run. */
export function describeVersions(): string {
  const versions = programs.map(([program, , flag]) => {
    const { stdout, stderr } = spawnSync(program, [flag], {
      env: { ...process.env, PATH: searchPath },
      encoding: 'utf8',
    });
    return `${program} ${/\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'of an unknown version'}`;
  });
  return versions.join(', ');
}

/** What nginx loads to know the place of an address, in the package that Debian has it in. */
export const geoModule = '/usr/lib/nginx/modules/ngx_http_geoip2_module.so';

function missingPackages(wanted?: readonly string[]): readonly string[] {
  const needed = programs.filter(([program]) => wanted?.includes(program) ?? true);
  return [
    ...needed.flatMap(([program, name]) => (isOnPath(program) ? [] : [name])),
    ...(existsSync(geoModule) ? [] : ['libnginx-mod-http-geoip2']),
  ];
}

function isOnPath(program: string): boolean {
  return searchPath.split(':').some((directory) => existsSync(`${directory}/${program}`));
}
