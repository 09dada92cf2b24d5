import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import type { Address } from '../../record/address.ts';
import { OperatorError } from '../operator-error.ts';
import { attributionOf } from './attribution.ts';
import type { LocationDatabase } from './location-database.ts';
import { mmdbLocation } from './mmdb-location.ts';

/**
 * Opens a database in MaxMind's format, from any vendor. The whole file is held in memory.
 * https://maxmind.github.io/MaxMind-DB/
 *
 * @param content of the file, where it was read already.
 * @throws OperatorError that says what is wrong with the file.
 */
export function openMmdb(path: string, content: Buffer = read(path)): LocationDatabase {
  const reader = parse(content, path);
  const { ipVersion, databaseType, buildEpoch } = reader.metadata;
  return {
    name: databaseType,
    builtAt: buildEpoch,
    attribution: attributionOf(databaseType),
    lookUp(address: Address) {
      // An IPv4-only tree walked with the bits of an IPv6 address ends in somebody else's record.
      if (address.family === 6 && ipVersion === 4) return undefined;
      const record: unknown = reader.get(address.text);
      return record === null ? undefined : mmdbLocation(record);
    },
  };
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new OperatorError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function parse(bytes: Buffer, path: string): Reader<Response> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new OperatorError(`${path} is compressed: unpack it first (gunzip, tar -xzf)`);
  try {
    const reader = new Reader<Response>(bytes);
    const { ipVersion, searchTreeSize, buildEpoch, databaseType } = reader.metadata;
    const isSound =
      (ipVersion === 4 || ipVersion === 6) && searchTreeSize > 0 && searchTreeSize < bytes.length && typeof databaseType === 'string';
    if (!isSound || Number.isNaN(buildEpoch.getTime())) throw new Error('its metadata contradict the file');
    return reader;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${path} is not a usable MMDB file (${reason}): download it again`, { cause });
  }
}
