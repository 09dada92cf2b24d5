import { existsSync, readdirSync } from 'node:fs';
import { installPackages } from '../support/apt.ts';

/** Where the programs are that the tests run. */
export interface Servers {
  readonly postgresDirectory: string;
  readonly redis: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly prometheus: string;
  /** Preloaded into a program, it gives it another clock. */
  readonly faketime: string;
}

/** What apt calls them. */
const packages: Readonly<Record<keyof Servers, string>> = {
  postgresDirectory: 'postgresql',
  redis: 'redis-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  faketime: 'faketime',
};

/**
 * Finds the servers, or installs them where that takes no more than apt.
 *
 * @param wanted all of them unless it says which. @returns why not, otherwise.
 */
export function findOrInstallServers(
  wanted = Object.keys(packages) as readonly (keyof Servers)[],
): Servers | { readonly missing: string } {
  const missing = (): string[] =>
    wanted.filter((name) => findServers()[name] === undefined).map((name) => packages[name]);
  if (missing().length > 0) installPackages(missing());
  if (missing().length > 0)
    return { missing: `there is no ${missing().join(', no ')} here, and only root on Debian can have it installed` };
  const {
    postgresDirectory = '',
    redis = '',
    haproxy = '',
    pgbouncer = '',
    prometheus = '',
    faketime = '',
  } = findServers();
  return { postgresDirectory, redis, haproxy, pgbouncer, prometheus, faketime };
}

function findServers(): Partial<Servers> {
  const found = {
    postgresDirectory: findPostgres(),
    redis: onPath('redis-server'),
    haproxy: onPath('haproxy'),
    pgbouncer: onPath('pgbouncer'),
    prometheus: onPath('prometheus'),
    faketime: findFaketime(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path !== undefined));
}

/** Debian keeps them off the path, one directory for each version. */
function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const initdb = onPath('initdb');
  return [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(initdb === undefined ? [] : [initdb.replace(/\/initdb$/, '')]),
  ].find((directory) => existsSync(`${directory}/initdb`) && existsSync(`${directory}/postgres`));
}

/** The one for programs with several threads. One directory for each kind of processor. */
function findFaketime(): string | undefined {
  const directories = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return directories.map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path));
}

/** Also where Debian has servers, which is on the path of root alone. */
function onPath(program: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  return directories.map((directory) => `${directory}/${program}`).find((path) => existsSync(path));
}
