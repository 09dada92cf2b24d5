import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { runTypeScript } from '../support/run-typescript.ts';
import { patience } from '../unit/proxy/upstream-server.ts';

export interface RunningProgram {
  readonly child: ChildProcess;
  /** All that it has printed. */
  readonly text: () => string;
  /** Its status when it has ended, or the signal that ended it. */
  readonly ended: Promise<unknown>;
  /** Resolves when it listens, with the address of its records. */
  readonly url: () => Promise<string>;
}

/** Starts a program from its source, as its owner does. It does not outlive the test. */
export function startProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): RunningProgram {
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment };
  const child = spawn(process.execPath, [...runTypeScript, ...args], { env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  return {
    child,
    text: () => text,
    ended: once(child, 'close').then(([status, signal]: unknown[]) => status ?? signal),
    async url() {
      await expect.poll(() => text, patience).toMatch(/http:\S+\/geo\n/);
      return /http:\S+\/geo$/m.exec(text)?.[0] ?? '';
    },
  };
}
