import type { CutData } from './cut-record.ts';

export interface KeptAnswersSettings {
  /** Most answers kept; beyond it, or beyond the bytes, the oldest is forgotten. */
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

/** The service's answers by question, the oldest first: in any other order, one that is too old could stand behind a younger one. */
export class KeptAnswers {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  /** One iterator for good: a new one would walk over every entry that was deleted before the first. */
  #rest = this.#entries.keys();
  /** The key that it has come to, as long as its entry is the first. */
  #first: string | undefined;
  #bytes = 0;

  constructor({ cacheEntries, cacheBytes }: KeptAnswersSettings) {
    this.#maxEntries = cacheEntries;
    this.#maxBytes = cacheBytes;
  }

  get(key: string): KeptAnswer | undefined {
    return this.#entries.get(key);
  }

  keep(key: string, data: CutData, time: number): void {
    this.#forget(key);
    const bytes = 2 * (key.length + data.country.length + data.rest.length);
    this.#entries.set(key, { data, time, bytes });
    this.#bytes += bytes;
    while (this.#entries.size > this.#maxEntries || this.#bytes > this.#maxBytes) this.#forgetFirst();
  }

  /** Forgets what came before a time: who comes no more is not remembered for ever. */
  forgetBefore(time: number): void {
    for (let first = this.#find(); first !== undefined && first.time < time; first = this.#find()) this.#forgetFirst();
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
    if (key === this.#first) this.#first = undefined;
  }

  /** @returns the oldest entry. */
  #find(): Entry | undefined {
    if (this.#entries.size === 0) return undefined;
    if (this.#first === undefined) {
      let { done, value } = this.#rest.next();
      if (done === true) ({ value } = (this.#rest = this.#entries.keys()).next());
      this.#first = value;
    }
    return this.#entries.get(this.#first ?? '');
  }

  #forgetFirst(): void {
    if (this.#find() !== undefined && this.#first !== undefined) this.#forget(this.#first);
  }
}
