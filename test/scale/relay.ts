import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen, portOf } from '../support/loopback.ts';

/**
 * Stands between a copy and PostgreSQL or Redis and holds the wire still at one message: what lies between two messages
 * is one step of the copy or of the database. Also makes the wire slow.
 */
export interface Relay {
  readonly url: string;
  /** From now on, lets `messages` through, in either direction, and drops the rest. Resolves when one is dropped. */
  cutAfter(messages: number): Promise<void>;
  /** From now on, each message takes so many milliseconds longer, in either direction. */
  slowDown(milliseconds: number): void;
  /** From now on, nothing passes: what is sent waits, as on a line that is down for a while. */
  hold(): void;
  /** As where a name now means another server: connections break, and new ones reach that one. */
  turnTo(serverURL: string): void;
  /** As at first: all messages pass, at once, and those that waited first. */
  heal(): void;
  /** How many have passed since. */
  readonly passed: number;
}

export async function startRelay(serverURL: string): Promise<Relay> {
  let target = new URL(serverURL);
  const connections = new Set<Socket>();
  let passed = 0;
  let left = Number.POSITIVE_INFINITY;
  let dropped = () => {};
  let delay = 0;
  let held: Array<() => void> | undefined;
  const passes = () => {
    passed++;
    if (--left >= 0) return true;
    dropped();
    return false;
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    connections.add(near);
    const send = (to: Socket, bytes: Buffer) => {
      const write = () => void (to.writable && to.write(bytes));
      if (held !== undefined) held.push(write);
      else if (delay === 0) write();
      else setTimeout(write, delay);
    };
    near.on('data', (bytes) => passes() && send(far, bytes));
    far.on('data', (bytes) => passes() && send(near, bytes));
    near.on('close', () => connections.delete(near) && far.destroy()).on('error', () => far.destroy());
    far.on('close', () => near.destroy()).on('error', () => near.destroy());
  });
  await listen(server);
  onTestFinished(() => void server.close());
  const relayed = new URL(serverURL);
  relayed.port = String(portOf(server));
  return {
    url: relayed.href,
    get passed() {
      return passed;
    },
    cutAfter(messages) {
      passed = 0;
      left = messages;
      return new Promise((resolve) => (dropped = resolve));
    },
    slowDown(milliseconds) {
      delay = milliseconds;
    },
    hold() {
      held = [];
    },
    turnTo(otherURL) {
      target = new URL(otherURL);
      for (const connection of connections) connection.destroy();
    },
    heal() {
      const waiting = held ?? [];
      held = undefined;
      delay = 0;
      left = Number.POSITIVE_INFINITY;
      for (const write of waiting) write();
    },
  };
}
