import type { Address } from '../../record/address.ts';
import { OperatorError } from '../operator-error.ts';
import { attributionOf } from './attribution.ts';
import { type Bytes, readBytes } from './bytes.ts';
import type { LocationDatabase } from './location-database.ts';
import { unreadFields } from './mmdb-fields.ts';
import { mmdbLocation } from './mmdb-location.ts';
import { MmdbTree, separatorSize, type TreeShape } from './mmdb-tree.ts';
import { MmdbValues } from './mmdb-value.ts';

export interface MmdbDatabase extends LocationDatabase {
  /** An address of each network, or of at most `most` networks from all over the file. */
  addresses(most: number): Iterable<Address>;
  /** The names in a record that hold something and that nobody here reads. */
  unreadFields(place: number): readonly string[];
}

/**
 * Opens a database in MaxMind's format, from any vendor. https://maxmind.github.io/MaxMind-DB/
 *
 * @param content of the file, where it was read already; by default the whole file is read into memory.
 * @param nodes how many of the search tree are checked, from all over it.
 * @throws OperatorError that says what is wrong with the file.
 */
export function openMmdb(path: string, content: Bytes = readBytes(path), nodes = 100_000): MmdbDatabase {
  const { tree, values, metadata } = parse(content, path, nodes);
  return {
    // Error messages show the name, and a broken file may contain anything.
    name: metadata.databaseType.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100),
    builtAt: metadata.builtAt,
    bytes: content.length,
    attribution: attributionOf(metadata.databaseType),
    find: (address) => tree.find(address),
    read: (place) => mmdbLocation(values.readAt(place)),
    unreadFields: (place) => unreadFields(values.readAt(place)),
    addresses: (most) => tree.addresses(most),
    close: () => content.close(),
  };
}

function parse(bytes: Bytes, path: string, nodes: number) {
  if (bytes.at(0) === 0x1f && bytes.at(1) === 0x8b)
    throw new OperatorError(`${path} is compressed: unpack it first (gunzip, tar -xzf)`);
  try {
    return parseMmdb(bytes, nodes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${path} is not a usable MMDB file (${reason}): download it again`, { cause });
  }
}

interface Metadata extends TreeShape {
  readonly databaseType: string;
  readonly builtAt: Date;
}

function parseMmdb(bytes: Bytes, nodes: number) {
  const metadataStart = findMetadata(bytes);
  const dataEnd = metadataStart - metadataMarker.length;
  const metadata = readMetadata(new MmdbValues(bytes, metadataStart, bytes.length).readAt(metadataStart));
  const dataStart = (metadata.nodeCount * metadata.recordSize) / 4 + separatorSize;
  if (dataStart > dataEnd) throw new Error('its metadata are wrong, or do not match its size');
  const tree = new MmdbTree(bytes, metadata, dataEnd - dataStart);
  tree.checkPointers(nodes);
  return { metadata, tree, values: new MmdbValues(bytes, dataStart, dataEnd) };
}

const metadataMarker = '\u{ab}\u{cd}\u{ef}MaxMind.com';

/** Metadata and their marker are in the last 128 kB. https://maxmind.github.io/MaxMind-DB/#database-metadata */
const mostMetadata = 131_072;

/** @returns the position behind the last marker. */
function findMetadata(bytes: Bytes): number {
  for (let start = bytes.length - metadataMarker.length; start >= Math.max(0, bytes.length - mostMetadata); start--) {
    let length = 0;
    while (length < metadataMarker.length && bytes.at(start + length) === metadataMarker.charCodeAt(length)) length++;
    if (length === metadataMarker.length) return start + length;
  }
  throw new Error('it has no metadata');
}

function readMetadata(value: unknown): Metadata {
  const found = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const number = (name: string): number => {
    const said = found.get(name);
    return typeof said === 'number' ? said : Number.NaN;
  };
  const databaseType = found.get('database_type');
  const [nodeCount, recordSize, ipVersion] = [number('node_count'), number('record_size'), number('ip_version')];
  const builtAt = new Date(number('build_epoch') * 1000);
  const isSound =
    nodeCount > 0 &&
    [24, 28, 32].includes(recordSize) &&
    (ipVersion === 4 || ipVersion === 6) &&
    !Number.isNaN(+builtAt);
  if (!isSound || typeof databaseType !== 'string') throw new Error('its metadata are wrong, or do not match its size');
  return { nodeCount, recordSize, ipVersion, databaseType, builtAt };
}
