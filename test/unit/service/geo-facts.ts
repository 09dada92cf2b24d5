import { type Address, parseAddress } from '../../../src/record/address.ts';
import { type DataKind, dataKinds } from '../../../src/service/geo/data-kinds.ts';
import { type GeoData, openGeoData } from '../../../src/service/geo/geo-data.ts';
import type { MmdbContent, MmdbValue } from '../../support/mmdb-writer.ts';
import { lyon, temporaryDirectory, writeDatabase } from './running-service.ts';

export function addressOf(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(text);
  return address;
}

/** What is known of an address; what is not is left out, as in an answer. */
export function about(geo: GeoData, text = '8.8.8.8'): Record<string, unknown> {
  const { fields, isCellular } = geo.about(addressOf(text));
  return JSON.parse(JSON.stringify({ ...fields, isCellular })) as Record<string, unknown>;
}

/** Opens databases of each kind; none of the packages. */
export function openDatabases(kinds: { readonly [Kind in DataKind]?: readonly MmdbContent[] }): GeoData {
  const directory = temporaryDirectory();
  const write = (kind: DataKind) => kinds[kind]?.map((content) => writeDatabase(directory, content)) ?? [];
  return openGeoData(Object.fromEntries(dataKinds.map((kind) => [kind, write(kind)])), directory);
}

/** A database of every kind, in which 8.8.8.8 has this record. */
export function databaseOf(record: MmdbValue, databaseType = 'Test'): MmdbContent {
  return { databaseType, networks: { ...lyon.networks, '8.8.8.0/24': record } };
}

/** What databases of cities with these records say of 8.8.8.8. */
export function factsOf(...records: readonly MmdbValue[]): Record<string, unknown> {
  return about(openDatabases({ city: records.map((record, index) => databaseOf(record, `Test ${index}`)) }));
}
