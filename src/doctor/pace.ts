import { setTimeout as pause } from 'node:timers/promises';

/** The time, and the waiting for it. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export const ownClock: Clock = { now: () => Date.now(), wait: (ms) => pause(ms) };

const betweenRequestsMs = 1000;

/** Lets one request a second go to a host. */
export function createPace({ now, wait }: Clock): (host: string) => Promise<void> {
  const next = new Map<string, number>();
  return async (host) => {
    const waitMs = Math.max(0, (next.get(host) ?? 0) - now());
    next.set(host, now() + waitMs + betweenRequestsMs);
    if (waitMs > 0) await wait(waitMs);
  };
}
