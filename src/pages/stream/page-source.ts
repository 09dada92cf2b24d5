import { isAscii } from './page-encoding.ts';
import { AmbiguousMarkup } from './ambiguity.ts';

type Bytes = Uint8Array<ArrayBuffer>;

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
    const text = latin1.decode(chunk);
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

  /** Throws AmbiguousMarkup for what is forgotten. */
  bytes(start: number, end: number): Bytes {
    if (start < this.#start) throw new AmbiguousMarkup('A part of the page is too long to be read at once.');
    const from = this.#from - this.#start;
    return this.#buffer.subarray(start + from, end + from);
  }

  /** For names and other parts that are ASCII. */
  ascii(start: number, end: number): string {
    return start < this.#textStart
      ? latin1.decode(this.bytes(start, end))
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

  /** Throws AmbiguousMarkup for bytes that are not UTF-8. */
  utf8(start: number, end: number): string {
    const text = this.ascii(start, end);
    if (isAscii(text)) return text;
    try {
      return strictUtf8.decode(this.bytes(start, end));
    } catch {
      throw new AmbiguousMarkup('The page has bytes that are not UTF-8.');
    }
  }
}

const latin1 = new TextDecoder('latin1');

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
