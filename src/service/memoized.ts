/**
 * Remembers the results of `compute` for the last `maxEntries` distinct arguments. Made for values that callers choose, such
 * as a user agent: whatever they send, memory stays bounded.
 */
export function memoized<Argument, Value>(
  maxEntries: number,
  compute: (argument: Argument) => Value,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Value {
  const known = new Map<unknown, { readonly value: Value }>();
  return (argument) => {
    const key = keyOf(argument);
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const entry = { value: compute(argument) };
    known.set(key, entry);
    if (known.size > maxEntries) forgetOldest(known);
    return entry.value;
  };
}

/** A map iterates in the order of insertion. */
export function forgetOldest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
