import { BoundedMap } from '../http/bounded-map.ts';

/**
 * Returns `compute` with a cache of its last `maxEntries` distinct arguments. Use it for values that callers choose,
 * such as a user agent: the cache stays small, whatever they send.
 *
 * @param keyOf what two arguments with the same result have in common; the argument itself by default.
 */
export function memoize<Argument, Value>(
  maxEntries: number,
  compute: (argument: Argument) => Value,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Value {
  const cache = new BoundedMap<unknown, { readonly value: Value }>(maxEntries);
  return (argument) => {
    const key = keyOf(argument);
    const cached = cache.get(key);
    if (cached !== undefined) return cached.value;
    const entry = { value: compute(argument) };
    cache.put(key, entry);
    return entry.value;
  };
}
