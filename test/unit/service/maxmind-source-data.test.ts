import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Address, type AddressRange, parseAddress, parseAddressRange } from '../../../src/record/address.ts';
import { countryOf } from '../../../src/record/countries.ts';
import { addressFacts } from '../../../src/service/geo/address-facts.ts';
import { openDatabase } from '../../../src/service/geo/check-database.ts';
import { type DataKind, dataKinds } from '../../../src/service/geo/data-kinds.ts';
import { unknownLocation } from '../../../src/service/geo/location.ts';
import { lookUp } from '../../support/lookup.ts';
import {
  badDatabases,
  hasMaxmindData,
  maxmindDatabase,
  maxmindDatabases,
  maxmindSource,
} from '../../support/maxmind-test-data.ts';

const everything = ['city', 'asn', 'isp', 'connection'] as const;

/** Databases that we read, with their kinds. Each is written from the source of its name, but for `Shield`. */
const supported: readonly (readonly [kinds: readonly DataKind[], names: readonly string[]])[] = [
  [['city'], ['GeoIP2-City-Test', 'GeoIP2-City-Shield-Test', 'GeoLite2-City-Test']],
  [['city'], ['GeoIP2-Country-Test', 'GeoIP2-Country-Shield-Test', 'GeoLite2-Country-Test']],
  [everything, ['GeoIP2-Enterprise-Test', 'GeoIP2-Enterprise-Shield-Test']],
  [everything, ['GeoIP2-Precision-Enterprise-Test', 'GeoIP2-Precision-Enterprise-Shield-Test']],
  [
    ['asn', 'isp'],
    ['GeoLite2-ASN-Test', 'GeoIP2-ISP-Test'],
  ],
  [['connection'], ['GeoIP2-Connection-Type-Test']],
];
const kindsOf = new Map(supported.flatMap(([kinds, names]) => names.map((name) => [name, kinds] as const)));
const sourceOf = (name: string) => maxmindSource(name.replace('-Shield', ''));

/** Of a kind that we read, but for the numbers in it. */
const brokenNumbers = 'GeoIP2-City-Test-Broken-Double-Format';

describe.runIf(hasMaxmindData)("MaxMind's published databases against what they were written from", () => {
  it.each([...kindsOf])('%s says of every network what its source says', (name, [kind = 'city']) => {
    const database = openDatabase(kind, maxmindDatabase(name));
    const entries = sourceOf(name);
    const recordOf = longestMatch(entries);
    const addresses = entries.flatMap(([network]) => firstAndLast(network));
    for (const address of addresses) {
      const record = recordOf(address);
      const { fields, isCellular } = addressFacts(lookUp(database, address) ?? unknownLocation);
      const { latitude, longitude, timezone, airportCode, ...rest } = fields;
      const wanted = coordinates(record);
      expect([address.text, { ...rest, isCellular }]).toMatchObject([address.text, plainFacts(record)]);
      expect([address.text, latitude === undefined, longitude === undefined, timezone]).toEqual([
        address.text,
        wanted === undefined,
        wanted === undefined,
        zone(record, timezone),
      ]);
      for (const [index, served] of [latitude, longitude].entries())
        expect(Math.abs(Number(served) - Number(wanted?.[index])) > 0.000_051).toBe(false);
      if (airportCode !== undefined)
        expect([address.text, hasPlace(record), latitude]).toEqual([address.text, true, expect.any(String)]);
    }
    expect(addresses.length).toBeGreaterThanOrEqual(2 * entries.length - 4);
  });

  it('leaves the coordinates of the seven cities with a radius of 500 km and more', () => {
    const wide = [...kindsOf.keys()]
      .filter((name) => !name.includes('-Shield'))
      .flatMap((name) =>
        sourceOf(name)
          .filter(([, record]) => text(record, 'city', 'names', 'en') !== undefined && radius(record) >= 500)
          .map(([network]) => ({ name, network })),
      );
    expect(wide).toHaveLength(7);
    for (const { name, network } of wide) {
      const address = firstAndLast(network)[0];
      expect(address && lookUp(openDatabase('city', maxmindDatabase(name)), address)?.coordinates).toBeDefined();
    }
  });

  it(`${brokenNumbers}: places without coordinates and airports, never 0 and 0`, () => {
    const database = openDatabase('city', maxmindDatabase(brokenNumbers));
    let cities = 0;
    for (const address of maxmindSource('GeoIP2-City-Test').flatMap(([network]) => firstAndLast(network))) {
      const { fields } = addressFacts(lookUp(database, address) ?? unknownLocation);
      const { latitude, longitude, airportCode } = fields;
      expect([address.text, { latitude, longitude, airportCode }]).toEqual([address.text, {}]);
      if (fields.city !== undefined) cities++;
    }
    expect(cities).toBeGreaterThan(10);
  });

  it.each(maxmindDatabases())('%s is taken by the settings that want it, and refused by name by the others', (name) => {
    for (const kind of dataKinds) {
      const kinds = name === brokenNumbers ? ['city'] : (kindsOf.get(name) ?? []);
      const open = () => openDatabase(kind, maxmindDatabase(name));
      if (kinds.includes(kind)) expect(open().name).toContain(name.replace(/-Test.*/, ''));
      else expect(open).toThrow(refusal);
    }
  });

  it.each(badDatabases().map((path) => [basename(path), path] as const))('%s is refused', (_name, path) => {
    for (const kind of dataKinds) expect(() => openDatabase(kind, path)).toThrow(refusal);
  });
});

const refusal = expect.objectContaining({
  name: 'OperatorError',
  message: expect.stringMatching(
    /is a database of another kind \(.+\)\. .* takes? it; GEO_\w+_DB takes databases of |is not a usable MMDB file \(.+\): download it again|is corrupt at .+: download it again/,
  ) as unknown,
}) as Error;

/** Zones of countries by MaxMind's own word, where it knows the country alone: none where there are several clocks. */
const countryZones = new Map<string | undefined, string | undefined>(
  hasMaxmindData
    ? maxmindSource('GeoIP2-City-Test').flatMap(([, record]) =>
        hasPlace(record) || radius(record) >= 500
          ? []
          : [[text(record, 'country', 'iso_code'), text(record, 'location', 'time_zone')]],
      )
    : [],
);

/** What follows from the record alone. */
function plainFacts(record: unknown) {
  const code = text(record, 'country', 'iso_code');
  const country = countryOf(code);
  const state = list(at(record, 'subdivisions'))[0];
  const stateName = text(state, 'names', 'en');
  const user = text(record, 'traits', 'user_type');
  const connection = text(record, 'connection_type') ?? text(record, 'traits', 'connection_type');
  const mobile = text(record, 'mobile_country_code') ?? text(record, 'traits', 'mobile_country_code');
  const provider = (of: unknown) =>
    text(of, 'isp') ?? text(of, 'autonomous_system_organization') ?? text(of, 'organization');
  return {
    countryCode: country && code,
    continentCode: text(record, 'continent', 'code') ?? country?.continent,
    // Some records of Germany lack it.
    ...(at(record, 'country', 'is_in_european_union') === true && { isEU: true }),
    city: text(record, 'city', 'names', 'en'),
    stateName,
    stateCode: stateName && text(state, 'iso_code'),
    postalCode: text(record, 'postal', 'code'),
    ASN: at(record, 'autonomous_system_number') ?? at(record, 'traits', 'autonomous_system_number'),
    ISP: provider(record) ?? provider(at(record, 'traits')),
    isCellular:
      mobile !== undefined ||
      [user, connection].some((kind) => kind?.toLowerCase() === 'cellular') ||
      ([user, connection].some(Boolean) ? false : undefined),
  };
}

function coordinates(record: unknown): readonly [number, number] | undefined {
  const [latitude, longitude] = [at(record, 'location', 'latitude'), at(record, 'location', 'longitude')];
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const hasCity = text(record, 'city', 'names', 'en') !== undefined || text(record, 'postal', 'code') !== undefined;
  return radius(record) >= 500 && !hasCity ? undefined : [latitude, longitude];
}

/** Where the source has none and there is a place, the one that was found, which is looked at elsewhere. */
function zone(record: unknown, found: string | undefined): string | undefined {
  const said = text(record, 'location', 'time_zone');
  if (said !== undefined) return said;
  const country = text(record, 'country', 'iso_code');
  return hasPlace(record) || !countryZones.has(country) ? found : countryZones.get(country);
}

function hasPlace(record: unknown): boolean {
  return (
    text(record, 'city', 'names', 'en') !== undefined ||
    list(at(record, 'subdivisions')).length > 0 ||
    text(record, 'postal', 'code') !== undefined
  );
}

function radius(record: unknown): number {
  return Number(at(record, 'location', 'accuracy_radius') ?? 0);
}

function text(record: unknown, ...path: readonly string[]): string | undefined {
  const value = at(record, ...path);
  return typeof value === 'string' ? value : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(record: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined,
    record,
  );
}

/** A network inside another one has its own record; of two alike the later. */
function longestMatch(entries: ReadonlyArray<readonly [string, unknown]>): (address: Address) => unknown {
  const records = new Map(entries.map(([network, record]) => [keyOf(rangeOf(network)), record]));
  return ({ bits }) => {
    for (let length = 128n; length >= 0n; length--) {
      const key = `${length} ${bits >> (128n - length)}`;
      if (records.has(key)) return records.get(key);
    }
    return undefined;
  };
}

/** Trees of both families hold IPv4 networks below ::/96. */
function keyOf({ family, prefix, prefixLength }: AddressRange): string {
  return `${prefixLength + (family === 4 ? 96 : 0)} ${prefix}`;
}

function rangeOf(network: string): AddressRange {
  const range = parseAddressRange(network);
  if (range === undefined) throw new Error(network);
  return range;
}

function firstAndLast(network: string): Address[] {
  const { prefix, hostBits } = rangeOf(network);
  return [prefix << hostBits, (prefix << hostBits) | ((1n << hostBits) - 1n)].flatMap(
    (bits) => parseAddress(textOf(bits)) ?? [],
  );
}

function textOf(bits: bigint): string {
  if (bits >> 32n === 0n) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  return Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(':');
}
