import type { Store } from './store.ts';

/**
 * Remembers when keys were last used, and writes it to the store once a minute: a write for each request would cost
 * more than the request. A crash loses the last minute.
 */
export class KeyUsage {
  readonly #store: Pick<Store, 'markUsed'>;
  readonly #timer: NodeJS.Timeout;
  #used = new Map<number, Date>();

  constructor(store: Pick<Store, 'markUsed'>, everyMilliseconds = 60_000) {
    this.#store = store;
    this.#timer = setInterval(() => void this.flush(), everyMilliseconds).unref();
  }

  note(keyId: number): void {
    // One date per key and flush is enough.
    if (!this.#used.has(keyId)) this.#used.set(keyId, new Date());
  }

  /** What the store could not write is written the next time. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    await this.#store.markUsed(used).catch(() => {
      this.#used = new Map([...used, ...this.#used]);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
