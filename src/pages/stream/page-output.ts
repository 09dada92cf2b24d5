import { pageLimits } from './page-limits.ts';
import type { PageSource } from './page-source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What leaves of a page: parts of its source as they came, and markup in place of others. */
export class PageOutput {
  readonly #source: PageSource;
  readonly #encoder = new TextEncoder();
  #parts: Bytes[] = [];
  /** Up to here the source has left, or was replaced. */
  #given = 0;
  /** Bytes that have left. */
  #length = 0;
  /** While it is set, nothing leaves. */
  isHeld = false;

  constructor(source: PageSource) {
    this.#source = source;
  }

  get given(): number {
    return this.#given;
  }

  /** Lets the source leave as it came, up to a position. */
  giveTo(position: number): void {
    if (this.isHeld || position <= this.#given) return;
    this.#add(this.#source.bytes(this.#given, position));
    this.#given = position;
  }

  /** How many bytes may be added to a page that was read up to a position. */
  roomAt(position: number): number {
    const asWritten = this.#length + Math.max(0, position - this.#given);
    return pageLimits.outputTimes * position + pageLimits.outputBytes - asWritten;
  }

  /**
   * Puts markup in place of a part of the source.
   *
   * @returns false where the page would become too long; then nothing is done.
   */
  replace(start: number, end: number, markup: string): boolean {
    const bytes = this.#encoder.encode(markup);
    if (bytes.length - (end - start) > this.roomAt(end)) return false;
    this.giveTo(start);
    this.#add(bytes);
    this.leaveOut(end);
    return true;
  }

  /** Leaves out what has not left up to a position. */
  leaveOut(end: number): void {
    this.#given = Math.max(this.#given, end);
  }

  /** @returns what has left since the last call, and forgets its source. */
  take(): Bytes[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#source.dropBefore(this.#given);
    return parts;
  }

  #add(bytes: Bytes): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
