import type { VisitorData } from './visitor-data.ts';

export interface KeptAnswersSettings {
  /** Most answers kept; beyond it, or beyond the bytes, the one least lately used is forgotten. */
  readonly cacheEntries: number;
  /** Most that keys and answers may weigh together, counted as text. */
  readonly cacheBytes: number;
}

export interface KeptAnswer {
  readonly data: VisitorData;
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

  keep(key: string, data: VisitorData, time: number): void {
    this.forget(key);
    const bytes = 2 * (key.length + data.length);
    this.#entries.set(key, { data, time, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
