import { ProxyError } from '../request/proxy-error.ts';

const decoder = new TextDecoder();

/** Collects a body chunk by chunk. Throws a 502 as soon as it is longer than its limit. */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#length > this.#maxBytes)
      throw new ProxyError(502, `The visitor-data service answered with more than ${this.#maxBytes} bytes.`, {
        fix: 'Check that GEOLET_UPSTREAM is the address of a visitor-data service.',
      });
    this.#chunks.push(chunk);
  }

  text(): string {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return decoder.decode(first);
    const body = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      body.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return decoder.decode(body);
  }
}
