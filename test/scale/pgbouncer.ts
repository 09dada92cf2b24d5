import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/loopback.ts';
import { asPostgres } from './postgres-process.ts';
import { endProcess, startProcess } from './server-process.ts';

/**
 * A real PgBouncer in front of a database, which gives each transaction to any of a few connections. It has its default
 * settings.
 */
export async function startPgBouncer(databaseURL: string) {
  const { hostname, port, pathname } = new URL(databaseURL);
  const own = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'geolet-pgbouncer-'));
  chmodSync(directory, 0o755);
  const file = join(directory, 'pgbouncer.ini');
  const database = pathname.slice(1);
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 4',
      'server_connect_timeout = 2',
      'server_login_retry = 1',
      '',
    ].join('\n'),
  );
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', directory]);
  const [program = '', ...args] = asPostgres([process.env['PGBOUNCER_PROGRAM'] ?? '', file]);
  let child = await startProcess(program, args, own);
  onTestFinished(async () => {
    await endProcess(child, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    url: `postgres://postgres@127.0.0.1:${own}/${database}`,
    stop: () => endProcess(child, 'SIGKILL'),
    start: async () => void (child = await startProcess(program, args, own)),
  };
}
