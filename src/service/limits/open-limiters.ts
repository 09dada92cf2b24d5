import type { Limiters } from '../authorization.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Limit } from './rate-limiter.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

interface Settings {
  readonly redisURL: string | undefined;
  readonly keyLimit: Limit;
  readonly failedKeyLimit: Limit;
}

export interface OpenLimiters extends Limiters {
  /** @throws when requests can't be counted. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Counts in Redis if the operator sets one, so that all copies count together; otherwise in this process. */
export async function openLimiters({ redisURL, keyLimit, failedKeyLimit }: Settings): Promise<OpenLimiters> {
  if (redisURL === undefined) {
    const nothing = () => Promise.resolve();
    return {
      perKey: new MemoryRateLimiter(keyLimit),
      failedKeys: new MemoryRateLimiter(failedKeyLimit),
      check: nothing,
      close: nothing,
    };
  }
  const { openRedisCounters } = await import('./redis-counters.ts');
  const counters = await openRedisCounters(redisURL);
  return {
    perKey: new RedisRateLimiter(counters, 'key', keyLimit),
    failedKeys: new RedisRateLimiter(counters, 'failed', failedKeyLimit),
    check: () => counters.check(),
    close: () => counters.close(),
  };
}
