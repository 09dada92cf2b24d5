import { forgetOldest } from '../memoized.ts';
import type { StoredKey } from './store.ts';

interface Entry {
  readonly key: StoredKey;
  readonly readAt: number;
}

/**
 * Spares the store one look-up per request. What it holds is at most half a second old, so that a key revoked by any process
 * is refused within the second. Unknown keys are not remembered: whoever invents them would decide what is.
 */
export function cachedKeys(
  findKey: (hash: string) => Promise<StoredKey | undefined>,
): (hash: string) => StoredKey | Promise<StoredKey | undefined> {
  const known = new Map<string, Entry>();
  const read = async (hash: string) => {
    const key = await findKey(hash);
    known.delete(hash);
    if (key !== undefined) known.set(hash, { key, readAt: performance.now() });
    if (known.size > 10_000) forgetOldest(known);
    return key;
  };
  return (hash) => {
    const entry = known.get(hash);
    return entry !== undefined && performance.now() - entry.readAt < 500 ? entry.key : read(hash);
  };
}
