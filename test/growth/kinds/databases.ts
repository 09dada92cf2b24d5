import { parseAddress } from '../../../src/record/address.ts';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { addressFacts } from '../../../src/service/geo/address-facts.ts';
import { mmdbLocation } from '../../../src/service/geo/mmdb-location.ts';
import { bytesInMemory } from '../../../src/service/geo/bytes.ts';
import { openDatabase } from '../../../src/service/geo/check-database.ts';
import { lookUp } from '../../support/lookup.ts';
import { type MmdbValue, writeMmdb } from '../../support/mmdb-writer.ts';
import { type Kind, repeatTo, textKind } from '../kind.ts';

const most = 400_000;
const located = (text: string) =>
  addressFacts(
    mmdbLocation({
      country: { iso_code: 'FR', names: { en: text } },
      city: { names: { en: text } },
      subdivisions: [{ names: { en: text } }],
      postal: { code: text },
      location: { latitude: 45.7, longitude: 4.8, time_zone: text },
      autonomous_system_organization: text,
    }),
  );

/** A file with one network, whose record is of a size. */
function recordKind(name: string, largest: number, recordOf: (size: number) => MmdbValue): Kind {
  const prepare = (size: number) => {
    const record = { country: { iso_code: 'FR' }, more: recordOf(size) };
    const file = writeMmdb({ databaseType: 'City', networks: { '2001:db8::/32': record, '5.0.0.0/8': record } });
    return () => openOrRefuse(file);
  };
  return { name, largest, prepare };
}

function openOrRefuse(file: Buffer): void {
  try {
    lookUp(openDatabase('city', 'city.mmdb', bytesInMemory(file)), addressIn('5.5.5.5'));
  } catch (error) {
    // A record that is larger than any is refused, which may take no longer.
    if (!(error instanceof OperatorError)) throw error;
  }
}

function addressIn(text: string): NonNullable<ReturnType<typeof parseAddress>> {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address.`);
  return address;
}

function nested(depth: number): MmdbValue {
  let value: MmdbValue = 'x';
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

/** Databases of vendors, and of whoever can put a file in their place. */
export const databaseKinds: readonly Kind[] = [
  textKind('database: long names', most, 'Sankt ', located),
  textKind('database: names of marks', most, 'e\u0301-', located),
  textKind('database: names of slashes', most, 'A/', located),
  recordKind('database: a long text', 400_000, (size) => repeatTo(size, 'x')),
  recordKind('database: many fields', 20_000, (size) =>
    Object.fromEntries(Array.from({ length: size }, (_none, index) => [`field${index}`, index])),
  ),
  recordKind('database: a long list', 40_000, (size) => Array.from({ length: size }, (_none, index) => index)),
  recordKind('database: fields in fields', 300, nested),
  {
    name: 'database: many networks',
    largest: 8_000,
    prepare(size) {
      const networks = Object.fromEntries(
        Array.from({ length: size }, (_none, index) => [
          `${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.0/24`,
          { country: { iso_code: 'FR' }, city: { names: { en: `City ${index}` } } },
        ]),
      );
      const file = writeMmdb({ databaseType: 'City', networks });
      return () => openDatabase('city', 'city.mmdb', bytesInMemory(file));
    },
  },
];
