/** A map that forgets what was put there first once it has more than so many entries, so that callers cannot fill memory. */
export class BoundedMap<Key, Value> {
  readonly #maxEntries: number;
  readonly #entries = new Map<Key, Value>();
  /** One iterator for good: a new one would walk over every entry that was deleted before the first. */
  #oldest: MapIterator<Key> | undefined;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Also what was there before is now the last to be forgotten. */
  put(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) this.#forgetOldest();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  #forgetOldest(): void {
    this.#oldest ??= this.#entries.keys();
    const { done, value } = this.#oldest.next();
    if (done !== true) return void this.#entries.delete(value);
    this.#oldest = undefined;
    this.#forgetOldest();
  }
}
