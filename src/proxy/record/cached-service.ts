import { cacheKey } from './cache-key.ts';
import { CoalescedRequests } from './coalesced-requests.ts';
import { type Observer, noObserver } from '../observer.ts';
import { ProxyError } from '../request/proxy-error.ts';
import { RecordCache, type RecordCacheSettings } from './record-cache.ts';
import type { AskForRedacted, RedactedRecord } from './redact-record.ts';

export interface CacheSettings extends RecordCacheSettings {
  /** How long a cached record is fresh and the service is not asked; 0 turns the cache off. */
  readonly cacheSeconds: number;
  /** How old a cached record may be that is used while the service fails. */
  readonly staleSeconds: number;
  /** Longest wait for the service's whole response. */
  readonly timeoutMs: number;
  /** Whether equal requests at the same time share one request to the service. */
  readonly share: boolean;
  readonly now: () => number;
  readonly observer?: Observer | undefined;
}

/**
 * Asks the service once for visits with the same cache key. A fresh record comes from the cache, and a stale one is
 * used while the service fails. Facts of the request itself are added afterwards, so a hit has the same fields as a
 * miss.
 */
export function createCachedService(ask: AskForRedacted, settings: CacheSettings): AskForRedacted {
  const { cacheSeconds, staleSeconds, timeoutMs, share, now, observer = noObserver } = settings;
  const cache = new RecordCache(settings);
  const maxAgeMs = Math.max(cacheSeconds, staleSeconds) * 1000;
  const requests = new CoalescedRequests<RedactedRecord>(timeoutMs);

  return (lookup, visitor) => {
    const key = cacheKey(lookup);
    cache.deleteOlderThan(now() - maxAgeMs);
    const cached = cache.get(key);
    const age = cached === undefined ? Infinity : (now() - cached.time) / 1000;
    if (cached !== undefined && age < cacheSeconds) {
      observer.cache('hit');
      return Promise.resolve(cached.data);
    }
    observer.cache('miss');
    const asked = requests.send(share ? key : Symbol(), visitor.signal, (signal) =>
      ask(lookup, { signal }).then((data) => {
        if (cacheSeconds > 0) cache.put(key, data, now());
        return data;
      }),
    );
    if (cached === undefined || age >= staleSeconds) return asked;
    return asked.catch((error: unknown) => {
      if (!(error instanceof ProxyError)) throw error;
      observer.cache('stale');
      return cached.data;
    });
  };
}
