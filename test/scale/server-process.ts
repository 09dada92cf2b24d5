import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { keepOutput } from '../support/output.ts';

/** A database server on a loopback port that can be stopped and started again with what it kept. */
export interface DatabaseServer {
  readonly url: string;
  start(): Promise<void>;
  /** As in an outage: connections break. */
  stop(): Promise<void>;
  /** Takes no processor time until it goes on: connections stay and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** Runs a server in the foreground, as a child of ours, and waits until its port takes connections. */
export async function startProcess(program: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = keepOutput(child);
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}: ${output()}`);
  }
  return child;
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // One that is frozen can't obey.
  child.kill('SIGCONT');
  child.kill(signal);
  await ended;
}

/** Children too, since PostgreSQL answers each connection with a process of its own. */
export function signalFamily({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  for (const member of [pid, ...children.map(Number)]) process.kill(member, signal);
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: boolean) => () => {
      socket.destroy();
      setTimeout(resolve, answer ? 0 : 20, answer);
    };
    socket.once('connect', done(true)).once('error', done(false));
  });
}
