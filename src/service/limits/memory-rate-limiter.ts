import { BoundedMap } from '../../http/bounded-map.ts';
import type { Limit, Quota, RateLimiter } from './rate-limiter.ts';

interface Window {
  readonly openedAt: number;
  count: number;
}

/**
 * Fixed windows in this process's memory. The clock is monotonic: a change of the machine's clock neither ends a window
 * early nor locks anyone out. The number of keys is limited, so that a flood of addresses can't fill memory.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limit: Limit;
  /** In the order in which they opened. */
  readonly #windows: BoundedMap<string, Window>;

  constructor(limit: Limit, maxKeys = 100_000) {
    this.#limit = limit;
    this.#windows = new BoundedMap(maxKeys);
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
    const quota = this.#quota(window ?? { count: 0, openedAt: now }, now);
    return { ...quota, isExceeded: quota.remaining === 0 };
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && now - window.openedAt < this.#limit.seconds * 1000 ? window : undefined;
  }

  #open(key: string, now: number): Window {
    const window = { count: 0, openedAt: now };
    this.#windows.put(key, window);
    return window;
  }

  #quota({ count, openedAt }: Window, now: number): Quota {
    return {
      limit: this.#limit,
      isExceeded: count > this.#limit.requests,
      remaining: Math.max(0, this.#limit.requests - count),
      // From the opening on: the sum of a clock's fraction and a window, less that fraction, can be more than the window.
      resetSeconds: Math.max(1, this.#limit.seconds - Math.floor((now - openedAt) / 1000)),
    };
  }
}
