import { existsSync, readdirSync } from 'node:fs';
import { installPackages } from '../support/apt.ts';

/** Where the programs of PostgreSQL and Redis are. */
export interface Servers {
  readonly postgresDirectory: string;
  readonly redis: string;
}

/** Finds PostgreSQL and Redis, or installs them where that takes no more than apt. @returns why not, otherwise. */
export function findOrInstallServers(): Servers | { readonly missing: string } {
  const found = findServers();
  if (!('missing' in found)) return found;
  installPackages(['postgresql', 'redis-server']);
  return findServers();
}

function findServers(): Servers | { readonly missing: string } {
  const postgresDirectory = findPostgres();
  const redis = onPath('redis-server');
  if (postgresDirectory === undefined) return { missing: 'PostgreSQL is not installed (initdb, postgres)' };
  if (redis === undefined) return { missing: 'Redis is not installed (redis-server)' };
  return { postgresDirectory, redis };
}

/** Debian keeps them off the path, one directory for each version. */
function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const initdb = onPath('initdb');
  return [...versions.map((version) => `${debian}/${version}/bin`), ...(initdb === undefined ? [] : [initdb.replace(/\/initdb$/, '')])].find(
    (directory) => existsSync(`${directory}/initdb`) && existsSync(`${directory}/postgres`),
  );
}

function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '').split(':').map((directory) => `${directory}/${program}`).find((path) => existsSync(path));
}
