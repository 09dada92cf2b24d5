import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/loopback.ts';
import { consumers, installed, run } from './packed.ts';

export const program = resolve('test/package/node_modules/.bin/geolet');

/** Copies an example as its owner does. @param packages what it is installed with besides Geolet, and where they are. */
export function copyExample(host: string, packages: Readonly<Record<string, string>> = {}): string {
  const folder = join(consumers, `geolet-${host}`);
  rmSync(folder, { recursive: true, force: true });
  const { status, output } = run(program, ['init', host]);
  if (status !== 0) throw new Error(output);
  for (const [name, path] of Object.entries({ geolet: installed, ...packages })) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve(path), link, 'junction');
  }
  return folder;
}

/** Runs a script of its package.json, and throws when it fails. */
export function runScript(folder: string, script: string): void {
  const { status, output } = run('npm', ['run', '--silent', script], folder);
  if (status !== 0) throw new Error(output);
}

export interface Server {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts a program that prints its address. */
export async function startProgram(
  [command = '', ...args]: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const port = String(await freePort());
  const env = { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, ...settings };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  if (!(await prints(child, `:${port}`))) throw new Error(`${command} ${args.join(' ')} ended without an address.`);
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      child.kill();
      return exited;
    },
  };
}

async function prints({ stdout }: ChildProcess, text: string): Promise<boolean> {
  if (!stdout) return false;
  try {
    for await (const line of createInterface({ input: stdout })) if (line.includes(text)) return true;
    return false;
  } finally {
    stdout.resume();
  }
}
