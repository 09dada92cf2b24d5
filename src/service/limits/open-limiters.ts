import type { Limiters } from '../authorization.ts';
import { networkShare } from '../../record/address.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { NetworkRateLimiter } from './network-rate-limiter.ts';
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
  const networkLimit = { ...failedKeyLimit, requests: failedKeyLimit.requests * networkShare };
  if (redisURL === undefined) {
    const nothing = () => Promise.resolve();
    return {
      perKey: new MemoryRateLimiter(keyLimit),
      failedKeys: new NetworkRateLimiter(new MemoryRateLimiter(failedKeyLimit), new MemoryRateLimiter(networkLimit)),
      check: nothing,
      close: nothing,
    };
  }
  const { openRedisCounters } = await import('./redis-counters.ts');
  const counters = await openRedisCounters(redisURL);
  return {
    perKey: new RedisRateLimiter(counters, 'key', keyLimit),
    failedKeys: new NetworkRateLimiter(
      new RedisRateLimiter(counters, 'failed', failedKeyLimit),
      new RedisRateLimiter(counters, 'failed-network', networkLimit),
    ),
    check: () => counters.check(),
    close: () => counters.close(),
  };
}
