import { BoundedMap } from '../../http/bounded-map.ts';
import type { RedactedRecord } from './redact-record.ts';

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
    this.#delete(key);
    const bytes = 2 * (key.length + data.country.length + data.rest.length);
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
