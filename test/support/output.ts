import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

const keptCharacters = 8000;

/** @returns the end of what a program has printed until now: why it failed, for whoever finds that it did. */
export function keepOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-keptCharacters)));
  return () => text.trim();
}

/** Waits until a program does what it was started for. @throws what it has printed, if it ends before, or does not. */
export async function untilReady(child: ChildProcess, ready: Promise<unknown>): Promise<void> {
  const output = keepOutput(child);
  const ended = once(child, 'close').then(([status, signal]: unknown[]) => {
    throw new Error(`It ended with ${String(status ?? signal)}.`);
  });
  try {
    await Promise.race([ready, ended]);
    // What it has started in turn has them, too, and may outlive it.
    for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  } catch (cause) {
    throw new Error(`${child.spawnfile} does not start: ${output()}`, { cause });
  }
}

/** Runs a program to its end, and prints what it printed if it fails. @returns whether it did not. */
export async function runQuietly(program: string, ...args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = keepOutput(child);
  const [status, signal]: unknown[] = await once(child, 'close');
  if (status === 0) return true;
  console.error(`${[program, ...args].join(' ')} ended with ${String(status ?? signal)}:\n${output()}`);
  return false;
}
