import type { Address } from '../../record/address.ts';
import type { Attribution } from './attribution.ts';
import type { Location } from './location.ts';

/** One file of geo data, whatever its format. */
export interface LocationDatabase {
  /** What the data call themselves, such as `GeoLite2-City`. */
  readonly name: string;
  readonly builtAt: Date;
  /** What the licence of the data asks for, if anything. */
  readonly attribution: Attribution | undefined;
  /** @returns undefined when the address is not listed. May throw when the file is corrupt just there. */
  lookUp(address: Address): Location | undefined;
}
