import type { CutData } from './cut-record.ts';

export interface KeptAnswersSettings {
  /** Most answers kept; beyond it, or beyond the bytes, the one least lately used is forgotten. */
  readonly cacheEntries: number;
  /** Most that keys and answers may weigh together, counted as text. */
  readonly cacheBytes: number;
}

export interface KeptAnswer {
  readonly data: CutData;
  /** When it came, on the settings' clock. */
  readonly time: number;
}

interface Entry extends KeptAnswer {
  readonly bytes: number;
}

/** The service's answers by question, the least lately used first. */
export class KeptAnswers {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  /** One iterator for good: a new one would walk over every entry that was deleted before the first. */
  #oldest = this.#entries.keys();
  #bytes = 0;

  constructor({ cacheEntries, cacheBytes }: KeptAnswersSettings) {
    this.#maxEntries = cacheEntries;
    this.#maxBytes = cacheBytes;
  }

  get(key: string): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  keep(key: string, data: CutData, time: number): void {
    this.forget(key);
    const bytes = 2 * (key.length + data.country.length + data.rest.length);
    this.#entries.set(key, { data, time, bytes });
    this.#bytes += bytes;
    while (this.#entries.size > this.#maxEntries || this.#bytes > this.#maxBytes) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const { done, value } = this.#oldest.next();
    if (done === true) this.#oldest = this.#entries.keys();
    else this.forget(value);
  }

  forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
