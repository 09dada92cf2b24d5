import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export const canLimitDescriptors = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

function limitTo(pid: number, most: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
  if (status !== 0) throw new Error(String(stderr));
}

/**
 * Leaves a server no descriptor: it may open none beyond those it has, and connections take what is free among them.
 *
 * @returns gives it descriptors again.
 */
export async function spendDescriptors(pid: number, url: string): Promise<() => void> {
  // Numbers are given from below; a few high ones may come from the parent process.
  limitTo(pid, readdirSync(`/proc/${pid}/fd`).length);
  const { hostname, port } = new URL(url);
  const opened = Array.from({ length: 60 }, () => connect(Number(port), hostname).on('error', () => undefined));
  onTestFinished(() => opened.forEach((socket) => void socket.destroy()));
  await Promise.all(
    opened.map((socket) => new Promise((resolve) => socket.on('connect', resolve).on('close', resolve))),
  );
  return () => limitTo(pid, 4096);
}

/** Whether a new connection is closed without an answer. */
export function isClosed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    let received = 0;
    socket
      .on('data', (bytes) => (received += bytes.length))
      .on('error', () => undefined)
      .on('close', () => resolve(received === 0));
  });
}
