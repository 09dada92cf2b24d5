import type { Bytes } from './bytes.ts';

/** The largest records of any vendor have some 200 values, metadata fewer; nesting goes six deep. */
const most = { values: 10_000, depth: 32 };

/** The types of values that are not one number of some bytes. */
const types = {
  pointer: 1,
  text: 2,
  double: 3,
  bytes: 4,
  map: 7,
  int32: 8,
  array: 11,
  boolean: 14,
  float: 15,
} as const;

/** Types that are one whole number: uint16, uint32, int32, uint64, uint128. */
const wholeNumbers: ReadonlySet<number> = new Set([5, 6, types.int32, 9, 10]);

const longestNumber = 16;

/** Names of fields stand once in a file, and records point to them; so do names of large cities. */
const mostTexts = 10_000;

/**
 * Reads the values of a file. A few broken bytes can claim 16 million items, or lists that repeat each other a billion
 * times; so what is read is counted. https://maxmind.github.io/MaxMind-DB/#output-data-section
 */
export class MmdbValues {
  readonly #bytes: Bytes;
  readonly #base: number;
  readonly #end: number;
  /** The first texts that something pointed to, by where they stand. */
  readonly #texts = new Map<number, string>();
  #count = 0;
  /** Behind the value that was read last. */
  #next = 0;

  /**
   * @param base where pointers count from.
   * @param end where the readable bytes end.
   */
  constructor(bytes: Bytes, base: number, end: number) {
    this.#bytes = bytes;
    this.#base = base;
    this.#end = end;
  }

  /** @throws Error when the value reaches beyond the end, or is larger than any vendor's. */
  readAt(start: number): unknown {
    this.#count = 0;
    return this.#read(start, 0);
  }

  #read(from: number, depth: number): unknown {
    if (++this.#count > most.values || depth > most.depth) throw new Error('a value is larger than a record may be');
    const control = this.#byte(from);
    this.#next = from + 1;
    let type = control >> 5;
    if (type === types.pointer) return this.#follow(control, depth);
    if (type === 0) type = 7 + this.#number(1);
    const size = this.#size(control & 31);
    if (type === types.map) return this.#map(size, depth);
    if (type === types.array) return this.#array(size, depth);
    if (type === types.boolean) return size !== 0;
    return this.#scalar(type, size);
  }

  #size(written: number): number {
    if (written < 29) return written;
    const length = written - 28;
    return (sizeOffsets[length] ?? 0) + this.#number(length);
  }

  #follow(control: number, depth: number): unknown {
    const length = ((control >> 3) & 3) + 1;
    const high = length === 4 ? 0 : (control & 7) * 256 ** length;
    const target = this.#base + high + this.#number(length) + (pointerOffsets[length] ?? 0);
    const known = this.#texts.get(target);
    if (known !== undefined) return known;
    const after = this.#next;
    const value = this.#read(target, depth + 1);
    this.#next = after;
    if (typeof value === 'string' && this.#texts.size < mostTexts) this.#texts.set(target, value);
    return value;
  }

  #map(size: number, depth: number): unknown {
    const map: Record<string, unknown> = {};
    for (let left = size; left > 0; left--) {
      const name = String(this.#read(this.#next, depth + 1));
      map[name] = this.#read(this.#next, depth + 1);
    }
    return map;
  }

  #array(size: number, depth: number): unknown {
    const array: unknown[] = [];
    for (let left = size; left > 0; left--) array.push(this.#read(this.#next, depth + 1));
    return array;
  }

  #scalar(type: number, size: number): unknown {
    const start = this.#next;
    this.#next = start + size;
    if (this.#next > this.#end) throw new Error('a value runs past the end of the file');
    if (type === types.text) return size === 0 ? '' : this.#bytes.text(start, this.#next);
    if (type === types.double) return this.#view(start, 8).getFloat64(0);
    if (type === types.float) return this.#view(start, 4).getFloat32(0);
    if (type === types.bytes) return undefined;
    if (!wholeNumbers.has(type)) throw new Error(`a value has the unknown type ${type}`);
    if (type === types.int32 && size === 4) return this.#view(start, 4).getInt32(0);
    if (size > longestNumber) throw new Error('a number is longer than its type allows');
    return this.#numberAt(start, size);
  }

  /** Reads the next bytes as one number. */
  #number(length: number): number {
    const number = this.#numberAt(this.#next, length);
    this.#next += length;
    return number;
  }

  #numberAt(at: number, length: number): number {
    let number = 0;
    for (let index = 0; index < length; index++) number = number * 256 + this.#byte(at + index);
    return number;
  }

  #view(at: number, length: number): DataView {
    const view = new DataView(new ArrayBuffer(length));
    for (let index = 0; index < length; index++) view.setUint8(index, this.#byte(at + index));
    return view;
  }

  #byte(at: number): number {
    const byte = at < this.#end ? this.#bytes.at(at) : undefined;
    if (byte === undefined) throw new Error('a value runs past the end of the file');
    return byte;
  }
}

/** The index is the number of bytes that follow. */
const pointerOffsets = [0, 0, 2048, 526_336, 0];
const sizeOffsets = [0, 29, 285, 65_821];
