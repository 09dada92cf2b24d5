import { forgetOldest } from '../memoized.ts';
import type { Limit, Quota, RateLimiter } from './rate-limiter.ts';

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Fixed windows in this process's memory. The clock is the monotonic one, so that setting the machine's clock neither opens
 * a window early nor locks anybody out, and the number of keys is bounded, so that a flood of addresses can't fill memory.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limit: Limit;
  readonly #maxKeys: number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: Limit, maxKeys = 100_000) {
    this.#limit = limit;
    this.#maxKeys = maxKeys;
  }

  consume(key: string): Quota {
    const now = performance.now();
    const window = this.#current(key, now) ?? this.#open(key, now);
    window.count++;
    return this.#quota(window, now);
  }

  peek(key: string): Quota {
    const now = performance.now();
    const window = this.#current(key, now);
    const quota = this.#quota(window ?? { count: 0, endsAt: now + this.#limit.seconds * 1000 }, now);
    return { ...quota, isExceeded: quota.remaining === 0 };
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  /** Deleting first keeps the map in the order in which windows opened, so that the oldest is the first to be forgotten. */
  #open(key: string, now: number): Window {
    const window = { count: 0, endsAt: now + this.#limit.seconds * 1000 };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > this.#maxKeys) forgetOldest(this.#windows);
    return window;
  }

  #quota({ count, endsAt }: Window, now: number): Quota {
    return {
      limit: this.#limit,
      isExceeded: count > this.#limit.requests,
      remaining: Math.max(0, this.#limit.requests - count),
      resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
    };
  }
}
