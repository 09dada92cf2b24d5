import type { Store } from './store.ts';

/**
 * Remembers when keys were last used and tells the store once a minute: a write for each request would cost more than the
 * request. What a crash loses is a minute of that.
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
    // One date for each minute and key.
    if (!this.#used.has(keyId)) this.#used.set(keyId, new Date());
  }

  /** What the store did not take is told again the next time. */
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
