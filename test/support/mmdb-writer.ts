import { parseAddressRange } from '../../src/record/address.ts';

/** What an MMDB file can hold, as JSON. Whole numbers become uint32, others doubles. */
export type MmdbValue = string | number | boolean | readonly MmdbValue[] | { readonly [key: string]: MmdbValue };

export interface MmdbContent {
  readonly databaseType: string;
  /** 4: a tree of IPv4 addresses alone. 6: of both, IPv4 below ::/96, as most vendors' files are. */
  readonly ipVersion?: 4 | 6;
  readonly builtAt?: Date;
  /** Networks in CIDR notation and their records. */
  readonly networks: Readonly<Record<string, MmdbValue>>;
}

type Child = undefined | { readonly node: number } | { readonly offset: number };

/**
 * Writes a database in the format of https://maxmind.github.io/MaxMind-DB/, with 24-bit records: up to 16 MB. Equal
 * records are written once.
 */
export function writeMmdb({ databaseType, ipVersion = 6, builtAt = new Date(), networks }: MmdbContent): Buffer {
  const nodes: [Child, Child][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  const offsets = new Map<string, number>();
  let end = 0;
  for (const [network, record] of Object.entries(networks)) {
    const bytes = encode(record);
    const text = bytes.toString('latin1');
    const offset = offsets.get(text) ?? end;
    insert(nodes, bitsOf(network, ipVersion), { offset });
    if (offset < end) continue;
    offsets.set(text, offset);
    data.push(bytes);
    end += bytes.length;
  }
  return Buffer.concat([
    ...nodes.map((node) => encodeNode(node, nodes.length)),
    Buffer.alloc(16),
    ...data,
    encodeMetadata({ databaseType, ipVersion, builtAt, nodeCount: nodes.length }),
  ]);
}

/** @param nodeCount of the search tree. */
export function encodeMetadata({
  databaseType,
  ipVersion,
  builtAt,
  nodeCount,
}: Required<Omit<MmdbContent, 'networks'>> & { readonly nodeCount: number }): Buffer {
  // Each number has the type that the format gives it: libmaxminddb takes no other.
  const entries = {
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(Math.floor(builtAt.getTime() / 1000)),
    database_type: encode(databaseType),
    description: encode({ en: databaseType }),
    ip_version: uint16(ipVersion),
    languages: encode(['en']),
    node_count: encode(nodeCount),
    record_size: uint16(24),
  };
  const marker = Buffer.from('\u{ab}\u{cd}\u{ef}MaxMind.com', 'latin1');
  const values = Object.entries(entries).flatMap(([name, value]) => [encode(name), value]);
  return Buffer.concat([marker, control(7, values.length / 2), ...values]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return Buffer.concat([control(5, 2), bytes]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return Buffer.concat([control(9, 8), bytes]);
}

function bitsOf(network: string, ipVersion: 4 | 6): string {
  const range = parseAddressRange(network);
  if (range === undefined || (range.family === 6 && ipVersion === 4))
    throw new Error(`no network of this tree: ${network}`);
  const bits = range.prefix.toString(2).padStart(range.prefixLength, '0').slice(0, range.prefixLength);
  return range.family === 4 && ipVersion === 6 ? '0'.repeat(96) + bits : bits;
}

function insert(nodes: [Child, Child][], bits: string, leaf: Child): void {
  let at = 0;
  for (let depth = 0; depth < bits.length; depth++) {
    const node = nodes[at];
    if (node === undefined) throw new Error(`node ${at} is missing`);
    const side = bits[depth] === '1' ? 1 : 0;
    if (depth === bits.length - 1) node[side] = leaf;
    else {
      const next = node[side];
      if (next !== undefined && 'offset' in next) throw new Error('networks must not overlap');
      at = next?.node ?? nodes.push([undefined, undefined]) - 1;
      node[side] = { node: at };
    }
  }
}

/**
 * A record points to a node, to nothing (the number of nodes), or into the data section, which begins 16 bytes later.
 */
function encodeNode(node: readonly [Child, Child], nodeCount: number): Buffer {
  const bytes = Buffer.alloc(6);
  for (const [side, child] of node.entries()) {
    bytes.writeUIntBE(recordOf(child, nodeCount), side * 3, 3);
  }
  return bytes;
}

function recordOf(child: Child, nodeCount: number): number {
  if (child === undefined) return nodeCount;
  return 'node' in child ? child.node : nodeCount + 16 + child.offset;
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(2, text.length), text]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') return encodeNumber(value);
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, item]) => [encode(key), encode(item)])]);
}

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) {
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes.subarray(0, 4)]);
  }
  bytes.writeDoubleBE(value);
  return Buffer.concat([control(3, 8), bytes]);
}

/** Type and size; types above 7 take a second byte, sizes above 28 one or two more. */
function control(type: number, size: number): Buffer {
  const [short, extension] = encodeSize(size);
  return Buffer.from(type > 7 ? [short, type - 7, ...extension] : [(type << 5) | short, ...extension]);
}

function encodeSize(size: number): readonly [short: number, extension: readonly number[]] {
  if (size < 29) return [size, []];
  return size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 0xff]];
}
