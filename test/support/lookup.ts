import type { Address } from '../../src/record/address.ts';
import type { Location } from '../../src/service/geo/location.ts';
import type { LocationDatabase } from '../../src/service/geo/location-database.ts';

/** What a database says about an address; undefined where it does not list it. */
export function lookUp({ find, read }: LocationDatabase, address: Address): Location | undefined {
  const place = find(address);
  return place === undefined ? undefined : read(place);
}
