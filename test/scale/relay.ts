import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen, portOf } from '../support/loopback.ts';

/**
 * Stands between a copy and PostgreSQL and holds the wire still at one message: what lies between two messages is one step
 * of the copy or of the database.
 */
export interface Relay {
  readonly url: string;
  /** From now on, lets `messages` through, in either direction, and drops the rest. Resolves when one is dropped. */
  cutAfter(messages: number): Promise<void>;
  /** How many have passed since. */
  readonly passed: number;
}

export async function startRelay(databaseURL: string): Promise<Relay> {
  const target = new URL(databaseURL);
  let passed = 0;
  let left = Number.POSITIVE_INFINITY;
  let dropped = () => {};
  const passes = () => {
    passed++;
    if (--left >= 0) return true;
    dropped();
    return false;
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on('data', (bytes) => passes() && far.write(bytes));
    far.on('data', (bytes) => passes() && near.write(bytes));
    near.on('close', () => far.destroy()).on('error', () => far.destroy());
    far.on('close', () => near.destroy()).on('error', () => near.destroy());
  });
  await listen(server);
  onTestFinished(() => void server.close());
  const relayed = new URL(databaseURL);
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
  };
}
