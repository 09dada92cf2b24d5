/** The largest records of any vendor have some 200 values, metadata fewer; nesting goes six deep. */
const most = { values: 10_000, depth: 32 };

const pointer = 1;
const double = 3;
const map = 7;
const array = 11;
const boolean = 14;
const float = 15;

/** mmdb-lib reads this many bytes for these types, whatever size they claim. */
const fixedSizes: Readonly<Record<number, number>> = { [double]: 8, [float]: 4 };

/**
 * Walks over a value without building it. A few broken bytes can claim 16 million items, or lists that repeat each
 * other a billion times, and mmdb-lib would allocate all of them.
 * https://maxmind.github.io/MaxMind-DB/#output-data-section
 *
 * @param base where pointers count from.
 * @param end where the readable bytes end.
 * @throws Error when the value reaches beyond `end`, or is larger than any vendor's.
 */
export function checkMmdbValue(bytes: Buffer, start: number, base: number, end: number): void {
  let values = 0;
  const byteAt = (at: number): number => {
    if (at >= end) throw new Error('a value runs past the end of the file');
    return bytes[at] ?? 0;
  };
  const numberAt = (at: number, length: number): number => {
    let number = 0;
    for (let index = 0; index < length; index++) number = number * 256 + byteAt(at + index);
    return number;
  };

  /** @returns where the next value begins. */
  const walk = (from: number, depth: number): number => {
    if (++values > most.values || depth > most.depth) throw new Error('a value is larger than any record');
    const control = byteAt(from);
    let type = control >> 5;
    let at = from + 1;
    if (type === pointer) {
      const length = ((control >> 3) & 3) + 1;
      const high = length === 4 ? 0 : (control & 7) * 256 ** length;
      walk(base + high + numberAt(at, length) + (pointerOffsets[length] ?? 0), depth + 1);
      return at + length;
    }
    if (type === 0) type = byteAt(at++) + 7;
    let size = control & 31;
    if (size > 28) {
      const length = size - 28;
      size = (sizeOffsets[length] ?? 0) + numberAt(at, length);
      at += length;
    }
    if (type === map || type === array) {
      for (let left = type === map ? 2 * size : size; left > 0; left--) at = walk(at, depth + 1);
      return at;
    }
    if (type === boolean) return at;
    const after = at + size;
    if (Math.max(after, at + (fixedSizes[type] ?? 0)) > end) throw new Error('a value runs past the end of the file');
    return after;
  };
  walk(start, 0);
}

/** The index is the number of bytes that follow. */
const pointerOffsets = [0, 0, 2048, 526_336, 0];
const sizeOffsets = [0, 29, 285, 65_821];
