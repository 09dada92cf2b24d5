import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type DatabaseServer, endProcess, signalFamily, startProcess } from './server-process.ts';
import { freePort } from '../support/loopback.ts';

/** A Redis of this file's tests, which keeps nothing. */
export function useRedis(): DatabaseServer {
  const program = process.env['REDIS_PROGRAM'] ?? '';
  let directory = '';
  let port = 0;
  let child: ChildProcess | undefined;

  const start = async () => {
    const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', directory];
    child = await startProcess(program, args, port);
  };
  const stop = async () => {
    if (child) await endProcess(child, 'SIGKILL');
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'geolet-redis-'));
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    get url() {
      return `redis://127.0.0.1:${port}`;
    },
    start,
    stop,
    freeze: () => child && signalFamily(child, 'SIGSTOP'),
    thaw: () => child && signalFamily(child, 'SIGCONT'),
  };
}
