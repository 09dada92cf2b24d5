import { OperatorError } from '../operator-error.ts';
import { type Bytes, readBytes } from './bytes.ts';
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

/** This many lookups show the kind of a file and find most corruption, in a tenth of a second. */
const sampleSize = 2000;

/** For each lookup this many nodes of the tree are looked at. */
const nodesPerLookup = 50;

/** Each record of a file has the same fields, more or less. */
const shapesSampled = 200;

export interface CheckedDatabase extends MmdbDatabase {
  /** The fields that hold something and that nobody here reads, by name. */
  readonly unread: readonly string[];
}

/**
 * Opens and checks a file of geo data. The start, a reload and `update-data` all use this function.
 *
 * @param path also names the file in messages.
 * @param content of the file, where it was read already.
 * @param lookups how many are tried, from all over the file.
 * @throws OperatorError that says what is wrong with the file, or what kind it is and which setting takes it.
 */
export function openDatabase(
  kind: DataKind,
  path: string,
  content: Bytes = readBytes(path),
  lookups = sampleSize,
): CheckedDatabase {
  const database = openMmdb(path, content, lookups * nodesPerLookup);
  const { kinds, unread } = sample(database, path, lookups);
  if (kinds.has(kind)) return { ...database, unread: [...unread].toSorted() };
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

interface Sample {
  readonly kinds: ReadonlySet<DataKind>;
  readonly unread: ReadonlySet<string>;
}

function sample({ addresses, find, read, unreadFields, name }: MmdbDatabase, path: string, lookups: number): Sample {
  const kinds = new Set<DataKind>();
  const unread = new Set<string>();
  let count = 0;
  for (const address of addresses(lookups)) {
    count++;
    try {
      const place = find(address);
      if (place === undefined) continue;
      const found = read(place);
      for (const kind of dataKinds) if (hasFact[kind](found)) kinds.add(kind);
      if (count <= shapesSampled) for (const field of unreadFields(place)) unread.add(field);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(`${path} (${name}) is corrupt at ${address.text} (${reason}): download it again`, {
        cause,
      });
    }
  }
  if (count === 0) throw new OperatorError(`${path} (${name}) has no records: download it again`);
  return { kinds, unread };
}
