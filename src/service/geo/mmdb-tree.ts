import type { Reader, Response } from 'mmdb-lib';
import { type Address, parseAddress } from '../../record/address.ts';

/**
 * The search tree of an MMDB file: each bit of an address leads to a node, to a record, or to nothing.
 * https://maxmind.github.io/MaxMind-DB/#binary-search-tree-section
 */
export class MmdbTree {
  readonly #bytes: Buffer;
  readonly #nodeCount: number;
  readonly #recordSize: number;
  readonly #depth: number;
  readonly #end: number;

  /** @param dataSize of the section of records, in bytes. */
  constructor(bytes: Buffer, { nodeCount, recordSize, ipVersion }: Reader<Response>['metadata'], dataSize: number) {
    this.#bytes = bytes;
    this.#nodeCount = nodeCount;
    this.#recordSize = recordSize;
    this.#depth = ipVersion === 4 ? 32 : 128;
    this.#end = nodeCount + separatorSize + dataSize;
  }

  /**
   * @throws Error when one of 100,000 nodes from all over the tree points out of the file. To check every node of DB-IP
   * City takes seconds.
   */
  checkPointers(): void {
    const step = Math.ceil(this.#nodeCount / 100_000);
    for (let node = 0; node < this.#nodeCount; node += step) {
      for (const side of sides) {
        const next = this.#follow(node, side);
        if (next > this.#nodeCount && (next < this.#nodeCount + separatorSize || next >= this.#end))
          throw new Error(`node ${node} points out of it`);
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

  #follow(node: number, side: 0 | 1): number {
    const at = (node * this.#recordSize) / 4;
    if (this.#recordSize === 24) return this.#bytes.readUIntBE(at + 3 * side, 3);
    if (this.#recordSize === 32) return this.#bytes.readUInt32BE(at + 4 * side);
    // The byte between two records of 28 bits holds the highest bits of both.
    const shared = this.#bytes.readUInt8(at + 3);
    return ((side === 0 ? shared >> 4 : shared & 15) << 24) + this.#bytes.readUIntBE(at + 4 * side, 3);
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
