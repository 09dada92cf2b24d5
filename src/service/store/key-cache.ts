import { BoundedMap } from '../../http/bounded-map.ts';
import type { StoredKey } from './store.ts';

interface Entry {
  readonly key: StoredKey | Promise<StoredKey | undefined>;
  readonly startedAt: number;
}

/**
 * Saves the store one lookup per request. Entries live for half a second, so that a key revoked by any process is
 * refused within a second. Requests during a lookup wait for its result. Unknown keys are not cached, since anyone
 * could fill the cache with them.
 */
export function cachedKeys(
  findKey: (hash: string) => Promise<StoredKey | undefined>,
): (hash: string) => StoredKey | Promise<StoredKey | undefined> {
  const cache = new BoundedMap<string, Entry>(10_000);
  const lookUp = (hash: string, startedAt: number) => {
    const found = findKey(hash);
    const entry = { key: found, startedAt };
    cache.put(hash, entry);
    const store = (key: StoredKey | undefined) => {
      if (cache.get(hash) !== entry) return;
      if (key === undefined) cache.delete(hash);
      else cache.put(hash, { key, startedAt });
    };
    found.then(store, () => store(undefined));
    return found;
  };
  return (hash) => {
    const entry = cache.get(hash);
    const now = performance.now();
    return entry !== undefined && now - entry.startedAt < 500 ? entry.key : lookUp(hash, now);
  };
}
