import { BoundedMap } from '../../http/bounded-map.ts';
import type { RedactedRecord, AskForRedacted } from './redact-record.ts';
import { visitorKey } from '../../record/address.ts';
import { type Lookup, passedHeaders } from './lookup.ts';
import { CoalescedRequests } from './coalesced-requests.ts';
import type { Observer } from '../observer.ts';
import { ProxyError } from '../request/proxy-error.ts';

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
  const { cacheSeconds, staleSeconds, timeoutMs, share, now, observer } = settings;
  const cache = new RecordCache(settings);
  const maxAgeMs = Math.max(cacheSeconds, staleSeconds) * 1000;
  const requests = new CoalescedRequests<RedactedRecord>(timeoutMs);

  return (lookup, visitor) => {
    const key = cacheKey(lookup);
    cache.deleteOlderThan(now() - maxAgeMs);
    const cached = cache.get(key);
    const age = cached === undefined ? Infinity : (now() - cached.time) / 1000;
    if (cached !== undefined && age < cacheSeconds) {
      observer?.cache('hit');
      return Promise.resolve(cached.data);
    }
    observer?.cache('miss');
    const asked = requests.send(share ? key : Symbol(), visitor.signal, (signal) =>
      ask(lookup, { signal }).then((data) => {
        if (cacheSeconds > 0) cache.put(key, data, now());
        return data;
      }),
    );
    if (cached === undefined || age >= staleSeconds) return asked;
    return asked.catch((error: unknown) => {
      if (!(error instanceof ProxyError)) throw error;
      observer?.cache('stale');
      return cached.data;
    });
  };
}

/**
 * Equal for visits that the service is asked the same about: the visitor's address, the site, and exactly the headers
 * that are passed on. Not a digest of them, so nothing can collide, and SHA-256 from Web Crypto would cost far more.
 * Each header has a line of its own and no value can contain a line end, so different headers never give the same key.
 */
function cacheKey({ site, address, headers }: Lookup): string {
  const values: Array<string | undefined> = [visitorKey(address), site];
  for (const name of passedHeaders) values.push(headers[name]);
  return values.join('\n');
}

export interface RecordCacheSettings {
  /** Most records in the cache. Above it, or above `cacheBytes`, the oldest is deleted. */
  readonly cacheEntries: number;
  /** Most bytes that keys and records take together, counted as text in UTF-16. */
  readonly cacheBytes: number;
}

export interface CachedRecord {
  readonly data: RedactedRecord;
  /** When it came from the service, by the settings' clock. */
  readonly time: number;
}

interface Entry extends CachedRecord {
  readonly bytes: number;
}

/**
 * Records by cache key, the oldest first. Reading one does not change the order: otherwise an expired one could stand
 * behind a younger one.
 */
export class RecordCache {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #entries = new BoundedMap<string, Entry>();
  #bytes = 0;

  constructor({ cacheEntries, cacheBytes }: RecordCacheSettings) {
    this.#maxEntries = cacheEntries;
    this.#maxBytes = cacheBytes;
  }

  get(key: string): CachedRecord | undefined {
    return this.#entries.get(key);
  }

  put(key: string, data: RedactedRecord, time: number): void {
    if (this.#entries.get(key) !== undefined) this.#delete(key);
    const bytes = 2 * (key.length + data.coarse.length + data.rest.length);
    this.#entries.put(key, { data, time, bytes });
    this.#bytes += bytes;
    while (this.#entries.size > this.#maxEntries || this.#bytes > this.#maxBytes) this.#deleteOldest();
  }

  /** Without it, records of visitors who never come back would stay until the cache is full. */
  deleteOlderThan(time: number): void {
    while ((this.#entries.oldest?.[1].time ?? Infinity) < time) this.#deleteOldest();
  }

  #deleteOldest(): void {
    const [key] = this.#entries.oldest ?? [];
    if (key !== undefined) this.#delete(key);
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
