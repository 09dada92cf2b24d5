import type { Address } from '../../record/address.ts';
import type { Attribution } from './attribution.ts';
import type { Location } from './location.ts';

/** One file of geo data, whatever its format. */
export interface LocationDatabase {
  /** The name that the file gives itself, such as `GeoLite2-City`. */
  readonly name: string;
  readonly builtAt: Date;
  /** The size of the file. */
  readonly bytes: number;
  /** The link that the licence requires, if any. */
  readonly attribution: Attribution | undefined;
  /** Where the record of an address stands, which many share. @returns undefined when the address is not listed. */
  find(address: Address): number | undefined;
  /** @throws Error when the file is corrupt at this place. */
  read(place: number): Location;
  /** Ends its use: no address is looked up any more. */
  close(): void;
}
