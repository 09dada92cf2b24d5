import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { patience } from '../../unit/proxy/upstream-server.ts';

/** One connection, byte by byte. */
export interface RawClient {
  readonly socket: Socket;
  readonly received: () => string;
  /** Statuses of the responses so far. */
  readonly statuses: () => readonly number[];
  /** Resolves when that many responses have begun. */
  readonly responses: (count: number) => Promise<void>;
  /** Resolves when the connection is closed, with all that was received. An error of the connection rejects it. */
  readonly closed: Promise<string>;
}

/** @param allowHalfOpen whether this end stays open when the server has closed its own. */
export function openRaw(port: number, bytes: string, { allowHalfOpen = false } = {}): RawClient {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen }).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.write(bytes, 'latin1');
  const closed = new Promise<string>((resolve, reject) => socket.on('close', () => resolve(text)).on('error', reject));
  // A test that does not wait for the end does not mind how it comes.
  closed.catch(() => undefined);
  return {
    socket,
    closed,
    received: () => text,
    statuses: () => statusesIn(text),
    responses: (count) =>
      expect.poll(() => statusesIn(text).length, { ...patience, interval: 5 }).toBeGreaterThanOrEqual(count),
  };
}

/** Informational responses left out. */
export function statusesIn(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d)\b/g)].map(([, status]) => Number(status));
}
