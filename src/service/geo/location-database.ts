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
  /** @returns undefined when the address is not listed. @throws Error when the file is corrupt at this address. */
  lookUp(address: Address): Location | undefined;
}
