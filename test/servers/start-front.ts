import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { WebServer } from './web-servers.ts';

export interface RunningFront {
  /** Each server's folder, where its cache is. */
  readonly folders: readonly string[];
  stop(): Promise<void>;
}

/** Starts web servers in turn, and waits until the site's pages come through them. */
export async function startFront(servers: readonly WebServer[]): Promise<RunningFront> {
  const running: { readonly folder: string; readonly child: ChildProcess }[] = [];
  const stop = async () => {
    for (const { folder, child } of running.splice(0)) {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  try {
    for (const server of servers) running.push(start(server));
    while ((await ask('/ready').catch(() => undefined))?.status !== 200) {
      const fallen = running.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
      if (fallen) throw new Error(`${fallen.child.spawnfile} does not start.`);
      await pause(50);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { folders: running.map(({ folder }) => folder), stop };
}

function start({ program, args, configuration }: WebServer) {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-web-server-'));
  // Its workers are other users.
  chmodSync(folder, 0o777);
  const file = join(folder, 'configuration');
  writeFileSync(file, configuration(folder));
  const child = spawn(program, args(file, folder), { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
  return { folder, child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
