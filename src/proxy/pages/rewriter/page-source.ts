import { isAscii } from '../page-encoding.ts';
import { joinBytes } from '../whole-characters.ts';
import { AmbiguousMarkup } from './ambiguity.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The part of a page that was read and has not left. All positions are counted in bytes from the page's start. */
export class PageSource {
  #bytes: Bytes = new Uint8Array(0);
  /** One character for each byte, whatever the encoding. */
  #text = '';
  #start = 0;

  get end(): number {
    return this.#start + this.#bytes.length;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** @returns the chunk as text, one character for each byte. */
  append(chunk: Bytes): string {
    const text = latin1.decode(chunk);
    this.#bytes = joinBytes([this.#bytes, chunk]);
    this.#text += text;
    return text;
  }

  /** Forgets what is before a position. */
  dropBefore(position: number): void {
    if (position <= this.#start) return;
    this.#bytes = this.#bytes.subarray(position - this.#start);
    this.#text = this.#text.slice(position - this.#start);
    this.#start = position;
  }

  bytes(start: number, end: number): Bytes {
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  /** For names and other parts that are ASCII. */
  ascii(start: number, end: number): string {
    return this.#text.slice(start - this.#start, end - this.#start);
  }

  /** One byte. */
  codeAt(position: number): number {
    return this.#text.charCodeAt(position - this.#start);
  }

  /** @returns -1 where it does not occur. */
  indexOf(text: string, start: number): number {
    const index = this.#text.indexOf(text, start - this.#start);
    return index < 0 ? -1 : index + this.#start;
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
