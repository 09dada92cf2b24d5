import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runTypeScript } from '../support/run-typescript.ts';

/** `npx geolet serve`, where the documentation has it. @returns stops it. */
export async function startServe(settings: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'geolet-data-'));
  const child = spawn(process.execPath, [...runTypeScript, 'scripts/command-line/geolet.ts', 'serve'], {
    env: { ...process.env, DATA_DIR: dataFolder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(dataFolder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes(':8787')) continue;
    child.stdout.resume();
    return stop;
  }
  await stop();
  throw new Error('geolet serve ended, and did not name its address.');
}
