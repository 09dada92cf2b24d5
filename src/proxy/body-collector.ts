import { ProxyError } from './proxy-error.ts';

/** Gathers a body chunk by chunk and refuses to grow beyond its limit. */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  #bytes = 0;
  #text = '';

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw new ProxyError(502, `The visitor-data service answered with more than ${this.#maxBytes} bytes.`);
    this.#text += this.#decoder.decode(chunk, { stream: true });
  }

  text(): string {
    return this.#text + this.#decoder.decode();
  }
}
