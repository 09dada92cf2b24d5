import { UnwritableMarkup } from './ambiguity.ts';
import { type Bytes, byteText, isAscii } from './bytes.ts';
import { pageLimits } from './page-limits.ts';

/**
 * The part of a page that was read and has not left. All positions are counted in bytes from the page's start. A page
 * may come in pieces of one byte, so what waits is not copied for each of them.
 */
export class PageSource {
  #buffer: Bytes = new Uint8Array(0);
  /** Where the part begins and ends in the buffer. */
  #from = 0;
  #to = 0;
  #start = 0;
  /** One character for each byte, whatever the encoding, from where the page is not understood yet. */
  #text = '';
  #textStart = 0;

  get end(): number {
    return this.#start + this.length;
  }

  get length(): number {
    return this.#to - this.#from;
  }

  /** @returns the chunk as text, one character for each byte. */
  append(chunk: Bytes): string {
    const { length } = this;
    if (length === 0) {
      this.#buffer = chunk;
      this.#from = 0;
    } else {
      if (this.#buffer.length - this.#to < chunk.length) {
        // Bytes that were given out are in the old one.
        const larger = new Uint8Array(2 * (length + chunk.length));
        larger.set(this.#buffer.subarray(this.#from, this.#to));
        this.#buffer = larger;
        this.#from = 0;
      }
      this.#buffer.set(chunk, this.#from + length);
    }
    this.#to = this.#from + length + chunk.length;
    const text = byteText(chunk);
    this.#text += text;
    return text;
  }

  /** Says that the page is understood up to a position. What is before it takes longer to read again. */
  understood(position: number): void {
    if (position <= this.#textStart) return;
    this.#text = this.#text.slice(position - this.#textStart);
    this.#textStart = position;
  }

  /** Forgets what is before a position. */
  dropBefore(position: number): void {
    if (position <= this.#start) return;
    this.#from += position - this.#start;
    this.#start = position;
  }

  /** Throws UnwritableMarkup for what is forgotten. */
  bytes(start: number, end: number): Bytes {
    if (start < this.#start) throw new UnwritableMarkup('A part of the page is too long to be read at once.');
    const from = this.#from - this.#start;
    return this.#buffer.subarray(start + from, end + from);
  }

  /** For names and other parts that are ASCII. */
  ascii(start: number, end: number): string {
    return start < this.#textStart
      ? byteText(this.bytes(start, end))
      : this.#text.slice(start - this.#textStart, end - this.#textStart);
  }

  /** One byte. */
  codeAt(position: number): number {
    return position < this.#textStart
      ? (this.bytes(position, position + 1)[0] ?? 0)
      : this.#text.charCodeAt(position - this.#textStart);
  }

  /** In what is not understood yet. @returns -1 where it does not occur. */
  indexOf(text: string, start: number): number {
    const index = this.#text.indexOf(text, start - this.#textStart);
    return index < 0 ? -1 : index + this.#textStart;
  }

  /** Throws UnwritableMarkup for bytes that are not UTF-8. */
  utf8(start: number, end: number): string {
    const text = this.ascii(start, end);
    if (isAscii(text)) return text;
    try {
      return strictUtf8.decode(this.bytes(start, end));
    } catch {
      throw new UnwritableMarkup('The page has bytes that are not UTF-8.');
    }
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What leaves of a page: parts of its source as they came, and markup in place of others. */
export class PageOutput {
  readonly #source: PageSource;
  readonly #encoder = new TextEncoder();
  #parts: Bytes[] = [];
  /** Up to here the source has left, or was replaced. */
  #flushed = 0;
  /** Bytes that have left. */
  #length = 0;
  /** While it is set, nothing leaves. */
  isHeld = false;

  constructor(source: PageSource) {
    this.#source = source;
  }

  get flushed(): number {
    return this.#flushed;
  }

  /** Sends the source on as it came, up to a position. */
  flushTo(position: number): void {
    if (this.isHeld || position <= this.#flushed) return;
    this.#add(this.#source.bytes(this.#flushed, position));
    this.#flushed = position;
  }

  /** How many bytes may be added to a page that was read up to a position. */
  roomAt(position: number): number {
    const asWritten = this.#length + Math.max(0, position - this.#flushed);
    return pageLimits.outputTimes * position + pageLimits.outputBytes - asWritten;
  }

  /**
   * Puts markup in place of a part of the source.
   *
   * @returns false where the page would become too long, or the part has left; then nothing is done.
   */
  replace(start: number, end: number, markup: string): boolean {
    const bytes = this.#encoder.encode(markup);
    if (start < this.#flushed || bytes.length - (end - start) > this.roomAt(end)) return false;
    this.flushTo(start);
    this.#add(bytes);
    this.skipTo(end);
    return true;
  }

  /** Adds markup at a position, or behind what is held there. It counts for no limit. */
  insert(position: number, markup: string): void {
    this.flushTo(position);
    this.#parts.push(this.#encoder.encode(markup));
  }

  /** Passes over what has not left, up to a position. */
  skipTo(end: number): void {
    this.#flushed = Math.max(this.#flushed, end);
  }

  /** @returns what has left since the last call, and forgets its source. */
  takeOutput(): Bytes[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#source.dropBefore(this.#flushed);
    return parts;
  }

  #add(bytes: Bytes): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
