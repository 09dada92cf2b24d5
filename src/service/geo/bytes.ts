import { closeSync, fstatSync, openSync, readFileSync, readSync, statfsSync } from 'node:fs';
import { platform } from 'node:process';
import { OperatorError } from '../operator-error.ts';

/** The bytes of a file, in memory or where they lie. */
export interface Bytes {
  readonly length: number;
  /** Undefined beyond the end. @throws ReadError when the file can't be read there. */
  at(position: number): number | undefined;
  /** Decoded as UTF-8. */
  text(start: number, end: number): string;
  close(): void;
}

/** The file system gives no bytes, now. Nothing is said about what is in the file. */
export class ReadError extends Error {
  override name = 'ReadError';
}

export function bytesInMemory(content: Buffer): Bytes {
  return {
    length: content.length,
    at: (position) => content[position],
    text: (start, end) => content.toString('utf8', start, end),
    close: () => undefined,
  };
}

/** @throws OperatorError when there is no such file, or it may not be read. */
export function readBytes(path: string): Bytes {
  return bytesInMemory(named(path, () => readFileSync(path)));
}

const blockBits = 12;
const blockSize = 1 << blockBits;
const blockCount = 2048;

/**
 * Reads a file where it lies, and keeps the last blocks of 4 kB: what is read often, such as the beginning of a search
 * tree, is at hand, and the system keeps the rest in memory as long as it has some to spare. For files that are never
 * written over, since what is read later must belong to what was read before.
 *
 * @throws OperatorError when there is no such file, or it may not be read.
 */
export function openBytes(path: string): Bytes {
  return new FileBytes(named(path, () => openSync(path, 'r')));
}

class FileBytes implements Bytes {
  readonly length: number;
  #descriptor: number | undefined;
  readonly #blocks = Buffer.alloc(blockCount * blockSize);
  /** Which block of the file stands in each place. A block has only one place where it may stand. */
  readonly #numbers = new Int32Array(blockCount).fill(-1);

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.length = fstatSync(descriptor).size;
  }

  at(position: number): number | undefined {
    return position < this.length ? this.#blocks[this.#find(position)] : undefined;
  }

  text(start: number, end: number): string {
    if (start >>> blockBits === (end - 1) >>> blockBits) {
      const from = this.#find(start);
      return this.#blocks.toString('utf8', from, from + end - start);
    }
    const whole = Buffer.alloc(end - start);
    for (let index = 0; index < whole.length; index++) whole[index] = this.at(start + index) ?? 0;
    return whole.toString();
  }

  /** Its number may be given to another file then, so it is not kept. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Where a byte of the file stands among the blocks. */
  #find(position: number): number {
    const number = position >>> blockBits;
    const place = number & (blockCount - 1);
    if (this.#numbers[place] !== number) this.#read(number, place);
    return place * blockSize + (position & (blockSize - 1));
  }

  #read(number: number, place: number): void {
    if (this.#descriptor === undefined) throw new Error('the file is closed');
    this.#numbers[place] = -1;
    const start = number * blockSize;
    const size = Math.min(blockSize, this.length - start);
    if (this.#readInto(this.#descriptor, place * blockSize, size, start) < size)
      throw new ReadError('the file became shorter');
    this.#numbers[place] = number;
  }

  #readInto(descriptor: number, place: number, size: number, start: number): number {
    try {
      return readSync(descriptor, this.#blocks, place, size, start);
    } catch (cause) {
      throw new ReadError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }
}

/** Of Linux: NFS, SMB, CIFS, FUSE, 9P, Ceph. https://man7.org/linux/man-pages/man2/statfs.2.html */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe53_4d42, 0xff53_4d42, 0x6573_5546, 0x0102_1997, 0x00c3_6400,
]);

/**
 * Whether an open file stays as it is when another takes its place. On a network file system it may be gone then, and
 * on Windows nothing can take its place.
 */
export function staysWhenReplaced(path: string): boolean {
  try {
    return platform === 'linux' && !networkFileSystems.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

function named<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new OperatorError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
