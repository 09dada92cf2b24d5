import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/loopback.ts';
import type { OwnServer } from './postgres-process.ts';
import { endProcess, signalFamily, startProcess } from './server-process.ts';

/** It keeps nothing. */
export function newRedis(program: string): OwnServer {
  let directory = '';
  let port = 0;
  let child: ChildProcess | undefined;

  const start = async () => {
    const args = [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      directory,
    ];
    child = await startProcess(program, args, port);
  };
  const stop = async () => {
    if (child) await endProcess(child, 'SIGKILL');
  };

  const create = async () => {
    directory = mkdtempSync(join(tmpdir(), 'geolet-redis-'));
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
      return `redis://127.0.0.1:${port}`;
    },
    start,
    stop,
    freeze: () => child && signalFamily(child, 'SIGSTOP'),
    thaw: () => child && signalFamily(child, 'SIGCONT'),
  };
}
