import { BoundedMap } from '../../http/bounded-map.ts';
import type { StoredKey } from './store.ts';

interface Entry {
  readonly key: StoredKey | Promise<StoredKey | undefined>;
  readonly askedAt: number;
}

/**
 * Spares the store one look-up per request. What it holds was asked for at most half a second ago, so that a key revoked by any
 * process is refused within the second. Who comes while the store is asked waits for the same answer. Unknown keys are not
 * remembered: whoever invents them would decide what is.
 */
export function cachedKeys(
  findKey: (hash: string) => Promise<StoredKey | undefined>,
): (hash: string) => StoredKey | Promise<StoredKey | undefined> {
  const known = new BoundedMap<string, Entry>(10_000);
  const ask = (hash: string, askedAt: number) => {
    const answer = findKey(hash);
    const entry = { key: answer, askedAt };
    known.put(hash, entry);
    const settle = (key: StoredKey | undefined) => {
      if (known.get(hash) !== entry) return;
      if (key === undefined) known.delete(hash);
      else known.put(hash, { key, askedAt });
    };
    answer.then(settle, () => settle(undefined));
    return answer;
  };
  return (hash) => {
    const entry = known.get(hash);
    const now = performance.now();
    return entry !== undefined && now - entry.askedAt < 500 ? entry.key : ask(hash, now);
  };
}
