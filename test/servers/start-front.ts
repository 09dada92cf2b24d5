import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepOutput } from '../support/output.ts';
import { ask, type Question } from './ask.ts';
import type { WebServer } from './web-servers.ts';

export interface RunningFront {
  /** Each server's folder, where its cache is. */
  readonly folders: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts web servers in turn, and waits until pages come through them.
 *
 * @param doors where they are asked.
 * @param path what they are asked for.
 */
export async function startFront(
  servers: readonly WebServer[],
  doors: readonly Question[] = [{}],
  path = '/ready',
): Promise<RunningFront> {
  const running: ReturnType<typeof start>[] = [];
  const stop = async () => {
    for (const { folder, child } of running.splice(0)) {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  try {
    for (const server of servers) running.push(start(server));
    while (!(await answersAt(doors, path))) {
      const fallen = running.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
      if (fallen) throw new Error(`${fallen.child.spawnfile} does not start: ${fallen.output()}`);
      await pause(50);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { folders: running.map(({ folder }) => folder), stop };
}

async function answersAt(doors: readonly Question[], path: string): Promise<boolean> {
  const answers = await Promise.all(doors.map((door) => ask(path, door).catch(() => undefined)));
  return answers.every((answer) => answer?.status === 200);
}

function start({ program, args, configuration }: WebServer) {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-web-server-'));
  // Its workers are other users.
  chmodSync(folder, 0o777);
  const file = join(folder, 'configuration');
  writeFileSync(file, `${configuration(folder)}\n`);
  const child = spawn(program, args(file, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  return { folder, child, output: keepOutput(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
