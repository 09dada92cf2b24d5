import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../support/loopback.ts';
import { type DatabaseServer, endProcess, signalFamily, startProcess } from './server-process.ts';

/** A server with a directory of its own, until it is removed. */
export interface OwnServer extends DatabaseServer {
  create(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * It survives `stop` as one does a crash of its own, though not one of the machine.
 *
 * @param primaryURL of the server that it follows; on its own without.
 */
export function newPostgres(programs: string, primaryURL?: string): OwnServer {
  let directory = '';
  let port = 0;
  let child: ChildProcess | undefined;
  const url = () => `postgres://postgres@127.0.0.1:${port}/postgres`;

  const start = async () => {
    const data = join(directory, 'data');
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${directory}`,
      'fsync=off',
      'shared_buffers=32MB',
      'max_connections=50',
    ];
    const [program = '', ...args] = asPostgres([
      `${programs}/postgres`,
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    child = await startProcess(program, args, port);
    await untilReady(url());
  };
  const stop = async () => {
    if (child) await endProcess(child, 'SIGQUIT');
  };

  const create = async () => {
    directory = mkdtempSync(join(tmpdir(), 'geolet-postgres-'));
    chmodSync(directory, 0o755);
    mkdirSync(join(directory, 'data'), { mode: 0o700 });
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', directory]);
    const data = join(directory, 'data');
    const [program = '', ...args] = asPostgres(
      primaryURL === undefined
        ? [`${programs}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
        : [`${programs}/pg_basebackup`, '-D', data, '-d', primaryURL, '--write-recovery-conf', '--checkpoint=fast'],
    );
    execFileSync(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
    port = await freePort();
    await start();
  };
  const remove = async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };

  return {
    create,
    remove,
    get url() {
      return url();
    },
    start,
    stop,
    freeze: () => child && signalFamily(child, 'SIGSTOP'),
    thaw: () => child && signalFamily(child, 'SIGCONT'),
  };
}

/** A database of its own for each test. */
export async function emptyDatabase(server: DatabaseServer): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await withClient(server.url, (client) => client.query(`CREATE DATABASE ${name}`));
  return server.url.replace(/\/postgres$/, `/${name}`);
}

export async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** It takes connections before it takes statements. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.query('SELECT 1')));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '57P03')) throw error;
    }
  }
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function asPostgres(command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...command]
    : command;
}
