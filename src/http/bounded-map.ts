/**
 * A map that deletes its oldest entry once it has more than `maxEntries`, so that a flood of keys cannot fill the
 * memory. Getting an entry leaves its age as it is; putting it again makes it the youngest.
 */
export class BoundedMap<Key, Value> {
  readonly #maxEntries: number;
  readonly #entries = new Map<Key, Value>();
  /**
   * One iterator for all calls: a new one would step over every entry that was deleted from the beginning of the map.
   */
  #iterator = this.#entries.entries();
  /** Where the iterator stands. Everything older has been deleted. */
  #oldest: readonly [key: Key, value: Value] | undefined;

  constructor(maxEntries = Infinity) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  get oldest(): readonly [key: Key, value: Value] | undefined {
    if (this.#entries.size === 0) return undefined;
    this.#oldest ??= this.#next();
    return this.#oldest;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  put(key: Key, value: Value): void {
    if (this.#entries.delete(key)) this.#forget(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) this.deleteOldest();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
    this.#forget(key);
  }

  #forget(key: Key): void {
    if (this.#oldest?.[0] === key) this.#oldest = undefined;
  }

  deleteOldest(): void {
    const { oldest } = this;
    if (oldest !== undefined) this.delete(oldest[0]);
  }

  /** An iterator that has ended stays ended, even if new entries are put into the map. So start a new one. */
  #next(): readonly [key: Key, value: Value] | undefined {
    const { done, value } = this.#iterator.next();
    if (done !== true) return value;
    this.#iterator = this.#entries.entries();
    return this.#iterator.next().value;
  }
}
