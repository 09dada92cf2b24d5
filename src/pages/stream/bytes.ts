export type Bytes = Uint8Array<ArrayBuffer>;

const latin1 = new TextDecoder('latin1');

/** One character for each byte, whatever the encoding. ASCII stays as it is. */
export function byteText(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}

export function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[^\0-\x7f]/.test(text);
}

/** Cuts a page between two characters, wherever its chunks end. For pages in UTF-8. */
export class WholeCharacters {
  /** The beginning of a character that goes on in the next chunk. */
  #rest: Bytes = new Uint8Array(0);

  /** @returns what has come, up to the end of its last whole character. */
  push(chunk: Bytes): Bytes {
    const bytes = joinBytes([this.#rest, chunk]);
    const end = endOfCharacters(bytes);
    this.#rest = bytes.subarray(end);
    return bytes.subarray(0, end);
  }

  /** @returns what is left. */
  end(): Bytes {
    const rest = this.#rest;
    this.#rest = new Uint8Array(0);
    return rest;
  }
}

/** Copies nothing where only one part has bytes. */
export function joinBytes(parts: readonly Bytes[]): Bytes {
  const [first = new Uint8Array(0), ...others] = parts.filter(({ length }) => length > 0);
  if (others.length === 0) return first;
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

/**
 * A character's first byte begins with as many ones as the character has bytes.
 * https://encoding.spec.whatwg.org/#utf-8
 */
function endOfCharacters(bytes: Bytes): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const ones = Math.clz32(~(bytes[bytes.length - back] ?? 0) << 24);
    if (ones > back && ones <= 4) return bytes.length - back;
    if (ones !== 1) break;
  }
  return bytes.length;
}
