import { OperatorError } from '../operator-error.ts';
import { type DataKind, dataKinds, dataSettings } from './data-kinds.ts';
import type { Location } from './location.ts';
import { type MmdbDatabase, openMmdb } from './mmdb-database.ts';

/** What a record must have so that its database is of a kind. */
const hasFact: Readonly<Record<DataKind, (found: Location) => boolean>> = {
  city: ({ countryCode }) => countryCode !== undefined,
  asn: ({ asn }) => asn !== undefined,
  isp: ({ isp }) => isp !== undefined,
  connection: ({ isCellular }) => isCellular !== undefined,
};

const wanted: Readonly<Record<DataKind, string>> = {
  city: 'cities or countries',
  asn: 'networks (ASN)',
  isp: 'providers (ISP)',
  connection: 'connection types',
};

/** This many look-ups show the kind of a file and find most corruption, in a tenth of a second. */
const sampleSize = 2000;

/**
 * Opens and checks a file of geo data. The start, a reload and `update-data` all use this function.
 *
 * @param path also names the file in messages.
 * @param content of the file, where it was read already.
 * @throws OperatorError that says what is wrong with the file, or what kind it is and which setting takes it.
 */
export function openDatabase(kind: DataKind, path: string, content?: Buffer): MmdbDatabase {
  const database = openMmdb(path, content);
  const kinds = kindsOf(database, path);
  if (kinds.has(kind)) return database;
  const setting = dataSettings[kind];
  const takers = dataKinds
    .toReversed()
    .filter((other) => kinds.has(other))
    .map((other) => dataSettings[other]);
  const use =
    takers.length === 0
      ? 'No setting takes it'
      : `${takers.join(' and ')} ${takers.length === 1 ? 'takes' : 'take'} it`;
  throw new OperatorError(
    `${path} is a database of another kind (${database.name}). ${use}; ${setting} takes databases of ${wanted[kind]}`,
  );
}

function kindsOf({ addresses, lookUp, name }: MmdbDatabase, path: string): ReadonlySet<DataKind> {
  const kinds = new Set<DataKind>();
  let isEmpty = true;
  for (const address of addresses(sampleSize)) {
    isEmpty = false;
    try {
      const found = lookUp(address);
      for (const kind of dataKinds) if (found !== undefined && hasFact[kind](found)) kinds.add(kind);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(`${path} (${name}) is corrupt at ${address.text} (${reason}): download it again`, {
        cause,
      });
    }
  }
  if (isEmpty) throw new OperatorError(`${path} (${name}) has no records: download it again`);
  return kinds;
}
