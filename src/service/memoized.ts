import { BoundedMap } from '../http/bounded-map.ts';

/**
 * Remembers the results of `compute` for the last `maxEntries` distinct arguments. Made for values that callers choose, such
 * as a user agent: whatever they send, memory stays bounded.
 */
export function memoized<Argument, Value>(
  maxEntries: number,
  compute: (argument: Argument) => Value,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Value {
  const known = new BoundedMap<unknown, { readonly value: Value }>(maxEntries);
  return (argument) => {
    const key = keyOf(argument);
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const entry = { value: compute(argument) };
    known.put(key, entry);
    return entry.value;
  };
}
