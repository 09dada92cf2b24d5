import { type Address, parseAddress } from '../../record/address.ts';
import { OperatorError } from '../operator-error.ts';
import type { LocationDatabase } from './location-database.ts';

interface Expectations {
  readonly today: Date;
  /** Build date of the data they would replace. */
  readonly notBefore: Date | undefined;
}

const dayMilliseconds = 86_400_000;

/** @throws OperatorError unless the data are of the kind, of a believable date, and whole as far as samples tell. */
export function checkDatabase(kind: 'city' | 'asn', database: LocationDatabase, { today, notBefore }: Expectations): void {
  const { builtAt } = database;
  const date = builtAt.toISOString().slice(0, 10);
  const age = today.getTime() - builtAt.getTime();
  if (age < -2 * dayMilliseconds || age > 100 * dayMilliseconds) throw new OperatorError(`The data say that they are of ${date}`);
  if (notBefore !== undefined && builtAt < notBefore) throw new OperatorError(`The data are of ${date}, older than those in place`);
  if (samples.filter((address) => isKnown(kind, database, address)).length === 0) throw new OperatorError(`They are no ${kind} data (${database.name})`);
}

/** @throws OperatorError when a sample meets a corrupt place. */
export function sweep({ name, lookUp }: LocationDatabase): void {
  for (const address of samples) {
    try {
      lookUp(address);
    } catch (cause) {
      throw new OperatorError(`${name} is corrupt (at ${address.text}): download it again`, { cause });
    }
  }
}

function isKnown(kind: 'city' | 'asn', database: LocationDatabase, address: Address): boolean {
  try {
    const found = database.lookUp(address);
    return (kind === 'city' ? found?.countryCode : found?.asn) !== undefined;
  } catch (cause) {
    throw new OperatorError(`The data are corrupt (at ${address.text})`, { cause });
  }
}

/** All are looked up: public resolvers, which every database knows, and a sweep that meets corrupt places on its way. */
const samples: readonly Address[] = [
  ...Array.from({ length: 223 * 8 }, (_, step) => `${1 + (step >> 3)}.${(step & 7) << 5}.${step % 251}.1`),
  ...Array.from({ length: 256 }, (_, step) => `2${(step & 15).toString(16)}0${(step >> 4).toString(16)}:${step.toString(16)}::1`),
  '8.8.8.8', '9.9.9.9', '1.1.1.1', '2001:4860:4860::8888',
].flatMap((text) => parseAddress(text) ?? []);
