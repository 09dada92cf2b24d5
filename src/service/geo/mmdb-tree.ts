import { type Address, parseAddress } from '../../record/address.ts';
import type { Bytes } from './bytes.ts';

export interface TreeShape {
  readonly nodeCount: number;
  /** In bits. */
  readonly recordSize: number;
  readonly ipVersion: number;
}

/**
 * The search tree of an MMDB file: each bit of an address leads to a node, to a record, or to nothing.
 * https://maxmind.github.io/MaxMind-DB/#binary-search-tree-section
 */
export class MmdbTree {
  readonly #bytes: Bytes;
  readonly #nodeCount: number;
  readonly #recordSize: number;
  readonly #depth: number;
  readonly #end: number;
  /** In a tree of both families, where 96 zeros lead. */
  readonly #startOfV4: number;

  /** @param dataSize of the section of records, in bytes. */
  constructor(bytes: Bytes, { nodeCount, recordSize, ipVersion }: TreeShape, dataSize: number) {
    this.#bytes = bytes;
    this.#nodeCount = nodeCount;
    this.#recordSize = recordSize;
    this.#depth = ipVersion === 4 ? 32 : 128;
    this.#end = nodeCount + separatorSize + dataSize;
    this.#startOfV4 = ipVersion === 4 ? 0 : this.#descendBy(0n, 96, 0);
  }

  /** Where the record of an address begins in the file; undefined where it has none. */
  find({ family, bits }: Address): number | undefined {
    const width = family === 4 ? 32 : 128;
    // The bits of an IPv6 address lead to a wrong record in a tree of IPv4 alone.
    if (width > this.#depth) return undefined;
    const found = this.#descendBy(bits, width, family === 4 ? this.#startOfV4 : 0);
    if (found <= this.#nodeCount) return undefined;
    return found - this.#nodeCount + (this.#nodeCount * this.#recordSize) / 4;
  }

  /** @returns the node or record to which the bits lead, from the first of them on. */
  #descendBy(bits: bigint, width: number, start: number): number {
    let next = start;
    for (let left = width; left > 0 && next < this.#nodeCount; left -= 32) {
      const word = Number((bits >> BigInt(left - 32)) & 0xffff_ffffn);
      for (let shift = 31; shift >= 0 && next < this.#nodeCount; shift--)
        next = this.#follow(next, (word >>> shift) & 1);
    }
    return next;
  }

  /**
   * @throws Error when one of `most` nodes from all over the tree points out of the file. To check every node of DB-IP
   * City takes seconds.
   */
  checkPointers(most: number): void {
    const step = Math.ceil(this.#nodeCount / most);
    for (let node = 0; node < this.#nodeCount; node += step) {
      for (const side of sides) {
        const next = this.#follow(node, side);
        if (next > this.#nodeCount && (next < this.#nodeCount + separatorSize || next >= this.#end))
          throw new Error(`node ${node} points past the end of the file`);
      }
    }
  }

  /** An address of each network, or of at most `most` networks from all over the tree. */
  *addresses(most: number): Iterable<Address> {
    for (const bits of this.#descend(0, 0, 0n, most)) {
      const address = parseAddress(this.#textOf(bits));
      if (address !== undefined) yield address;
    }
  }

  /**
   * @returns how much of `most` it used, at least 1: the other side may use the rest, and the walk ends even if a
   *   corrupt tree has circles.
   */
  *#descend(node: number, depth: number, bits: bigint, most: number): Generator<bigint, number> {
    // Only a corrupt tree is deeper than its addresses are long.
    if (depth === this.#depth) return 1;
    const branches = sides
      .map((side) => ({
        next: this.#follow(node, side),
        bits: bits | (BigInt(side) << BigInt(this.#depth - 1 - depth)),
      }))
      .filter(({ next }) => next !== this.#nodeCount)
      .toSorted((one, other) => Number(one.next < this.#nodeCount) - Number(other.next < this.#nodeCount));
    let used = 0;
    for (const [index, branch] of branches.entries()) {
      const share = Math.ceil((most - used) / (branches.length - index));
      if (share === 0) break;
      if (branch.next < this.#nodeCount) used += yield* this.#descend(branch.next, depth + 1, branch.bits, share);
      else {
        used++;
        yield branch.bits;
      }
    }
    return Math.max(used, 1);
  }

  #follow(node: number, side: number): number {
    const at = (node * this.#recordSize) / 4;
    if (this.#recordSize === 24) return this.#number(at + 3 * side, 3, 0);
    if (this.#recordSize === 32) return this.#number(at + 4 * side, 4, 0);
    // The byte between two records of 28 bits holds the highest bits of both.
    const shared = this.#bytes.at(at + 3) ?? 0;
    return this.#number(at + 4 * side, 3, side === 0 ? shared >> 4 : shared & 15);
  }

  #number(at: number, length: number, high: number): number {
    let number = high;
    for (let index = 0; index < length; index++) number = number * 256 + (this.#bytes.at(at + index) ?? 0);
    return number;
  }

  /** In a tree of both families, IPv4 addresses are those whose first 96 bits are zero. */
  #textOf(bits: bigint): string {
    const [size, count, radix, joint] = bits >> 32n === 0n ? ([8n, 4, 10, '.'] as const) : ([16n, 8, 16, ':'] as const);
    const part = (index: number) => (bits >> (BigInt(count - 1 - index) * size)) & ((1n << size) - 1n);
    return Array.from({ length: count }, (_, index) => part(index).toString(radix)).join(joint);
  }
}

const sides = [0, 1] as const;

/** Zeros between the tree and the records. */
export const separatorSize = 16;
