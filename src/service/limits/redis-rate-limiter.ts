import type { RedisCounters } from './redis-counters.ts';
import type { Limit, Quota, RateLimiter } from './rate-limiter.ts';

/**
 * Fixed windows in Redis, shared by all copies. A window begins with its first request, by the clock of Redis alone.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #counters: RedisCounters;
  readonly #name: string;
  readonly #limit: Limit;

  constructor(counters: RedisCounters, name: string, limit: Limit) {
    this.#counters = counters;
    this.#name = name;
    this.#limit = limit;
  }

  async consume(key: string): Promise<Quota> {
    const { count, endsIn } = await this.#counters.increment(`${this.#name}:${key}`, this.#limit.seconds * 1000);
    return this.#quota(count, endsIn, count > this.#limit.requests);
  }

  async peek(key: string): Promise<Quota> {
    const { count, endsIn } = await this.#counters.read(`${this.#name}:${key}`);
    return this.#quota(count, count === 0 ? this.#limit.seconds * 1000 : endsIn, count >= this.#limit.requests);
  }

  #quota(count: number, endsIn: number, isExceeded: boolean): Quota {
    return {
      limit: this.#limit,
      isExceeded,
      remaining: Math.max(0, this.#limit.requests - count),
      resetSeconds: Math.max(1, Math.ceil(endsIn / 1000)),
    };
  }
}
