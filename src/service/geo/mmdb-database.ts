import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import type { Address } from '../../record/address.ts';
import { OperatorError } from '../operator-error.ts';
import { attributionOf } from './attribution.ts';
import type { LocationDatabase } from './location-database.ts';
import { checkMmdbValue } from './mmdb-bounds.ts';
import { unreadFields } from './mmdb-fields.ts';
import { mmdbLocation } from './mmdb-location.ts';
import { MmdbTree, separatorSize } from './mmdb-tree.ts';

export interface MmdbDatabase extends LocationDatabase {
  /** An address of each network, or of at most `most` networks from all over the file. */
  addresses(most: number): Iterable<Address>;
  /** The names in the record of an address that hold something and that nobody here reads. */
  unreadFields(address: Address): readonly string[];
}

/**
 * Opens a database in MaxMind's format, from any vendor. The whole file stays in memory.
 * https://maxmind.github.io/MaxMind-DB/
 *
 * @param content of the file, where it was read already.
 * @throws OperatorError that says what is wrong with the file.
 */
export function openMmdb(path: string, content: Buffer = readDatabase(path)): MmdbDatabase {
  const { tree, lookUp, metadata } = parse(content, path);
  const { ipVersion, databaseType, buildEpoch } = metadata;
  return {
    // Error messages show the name, and a broken file may contain anything.
    name: databaseType.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100),
    builtAt: buildEpoch,
    bytes: content.length,
    attribution: attributionOf(databaseType),
    lookUp(address: Address) {
      // The bits of an IPv6 address lead to a wrong record in a tree of IPv4 alone.
      if (address.family === 6 && ipVersion === 4) return undefined;
      const record = lookUp(address.text);
      return record === null ? undefined : mmdbLocation(record);
    },
    unreadFields: (address) => unreadFields(lookUp(address.text)),
    addresses: (most) => tree.addresses(most),
  };
}

export function readDatabase(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new OperatorError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function parse(bytes: Buffer, path: string) {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new OperatorError(`${path} is compressed: unpack it first (gunzip, tar -xzf)`);
  try {
    return parseMmdb(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${path} is not a usable MMDB file (${reason}): download it again`, { cause });
  }
}

const metadataMarker = Buffer.from('\u{ab}\u{cd}\u{ef}MaxMind.com', 'latin1');

function parseMmdb(bytes: Buffer) {
  const dataEnd = bytes.lastIndexOf(metadataMarker);
  if (dataEnd < 0) throw new Error('it has no metadata');
  const metadataStart = dataEnd + metadataMarker.length;
  checkMmdbValue(bytes, metadataStart, metadataStart, bytes.length);
  let isChecked = false;
  // mmdb-lib reads its cache before it builds a record and before it follows a pointer: the first read is for the
  // record.
  const check = (offset: string | number): undefined => {
    if (isChecked) return;
    checkMmdbValue(bytes, Number(offset), dataStart, dataEnd);
    isChecked = true;
  };
  const reader = new Reader<Response>(bytes, { cache: { get: check, set: () => undefined } });
  const { metadata } = reader;
  const { ipVersion, searchTreeSize, nodeCount, buildEpoch, databaseType } = metadata;
  const dataStart = searchTreeSize + separatorSize;
  const isSound =
    (ipVersion === 4 || ipVersion === 6) && nodeCount > 0 && dataStart <= dataEnd && typeof databaseType === 'string';
  if (!isSound || Number.isNaN(buildEpoch.getTime()))
    throw new Error('its metadata are wrong, or do not match its size');
  const tree = new MmdbTree(bytes, metadata, dataEnd - dataStart);
  tree.checkPointers();
  const lookUp = (address: string): unknown => {
    isChecked = false;
    return reader.get(address);
  };
  return { metadata, tree, lookUp };
}
