import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countryOf } from '../../../src/record/countries.ts';
import { type AddressFacts, addressFacts } from '../../../src/service/geo/address-facts.ts';
import { bytesInMemory } from '../../../src/service/geo/bytes.ts';
import { openDatabase } from '../../../src/service/geo/check-database.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { unknownLocation } from '../../../src/service/geo/location.ts';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { lookUp } from '../../support/lookup.ts';
import { type MmdbValue, writeMmdb } from '../../support/mmdb-writer.ts';
import { addressOf } from './geo-facts.ts';
import { lyon, temporaryDirectory } from './running-service.ts';

const addresses = ['8.8.8.8', '212.27.48.10', '9.9.9.9', '1.1.1.1', '255.1.1.1', '2001:4860::1', '2a01:e00::1'].map(
  addressOf,
);

const cities: MmdbValue = { country: { iso_code: 'US' }, city: { names: { en: 'Omaha' } } };
const networks: MmdbValue = { autonomous_system_number: 15_169, autonomous_system_organization: 'Google LLC' };

const own = (databaseType: string, record: MmdbValue) =>
  writeMmdb({ databaseType, networks: { '8.8.8.0/24': record } });

function fileOf(content: Buffer): string {
  const path = join(temporaryDirectory(), 'own.mmdb');
  writeFileSync(path, content);
  return path;
}

describe('a file of another kind is refused by what it is and which setting takes it', () => {
  const places = 'databases of cities or countries';
  const ofNetworks = 'GEO_ASN_DB and GEO_ISP_DB take it';

  it.each([
    ['city', 'GeoLite2-ASN', networks, ofNetworks, places],
    ['city', 'GeoIP2-Connection-Type', { connection_type: 'Cellular' }, 'GEO_CONNECTION_DB takes it', places],
    ['city', 'GeoIP2-Domain', { domain: 'example.com' }, 'No setting takes it', places],
    ['city', 'GeoIP2-Anonymous-IP', { is_anonymous: true }, 'No setting takes it', places],
    ['asn', 'GeoLite2-City', cities, 'GEO_CITY_DB takes it', 'databases of networks (ASN)'],
    ['isp', 'GeoLite2-City', cities, 'GEO_CITY_DB takes it', 'databases of providers (ISP)'],
    ['connection', 'GeoLite2-ASN', networks, ofNetworks, 'databases of connection types'],
  ] as const)('as %s: %s', async (kind, databaseType, record, takers, wanted) => {
    const path = fileOf(own(databaseType, record));
    const setting = `GEO_${kind.toUpperCase()}_DB`;
    const expected = new OperatorError(
      `${setting}: ${path} is a database of another kind (${databaseType}). ${takers}; ${setting} takes ${wanted}`,
      { setting },
    );
    const open = () => openGeoData({ city: [], asn: [], [kind]: [path] }, '/nowhere');
    expect(open).toThrow(expected);

    writeFileSync(path, writeMmdb(lyon));
    const geo = open();
    writeFileSync(path, own(databaseType, record));
    await expect(geo.reload()).rejects.toThrow(expected);
    expect(geo.inUse).toMatchObject([{ kind, name: lyon.databaseType }]);
  });

  it('also where update-data has put it', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'geo'));
    writeFileSync(join(directory, 'geo', 'dbip-city-lite.mmdb'), own('DBIP-ASN-Lite', networks));
    expect(() => openGeoData({ asn: [] }, directory)).toThrow(
      /^DATA_DIR: .*dbip-city-lite\.mmdb is a database of another kind \(DBIP-ASN-Lite\)/,
    );
  });

  it.each(['city', 'asn', 'isp', 'connection'] as const)('a file that knows everything is taken as %s', (kind) => {
    expect(openDatabase(kind, fileOf(writeMmdb(lyon))).name).toBe(lyon.databaseType);
  });

  it('the kind is found in any corner of the file', () => {
    const corners = { '0.0.0.0/1': 'x', '129.0.0.0/8': { domain: 'x' }, '2001:db8::/32': [], '8000::/1': cities };
    const file = fileOf(writeMmdb({ databaseType: 'Corners', networks: corners }));
    expect(openDatabase('city', file).name).toBe('Corners');
  });

  it('what a file calls itself cannot write into a log or a terminal', () => {
    expect(() => openDatabase('city', fileOf(own('\u{1b}[31mred\n', networks)))).toThrow(
      /another kind \(\?\[31mred\?\)/,
    );
  });
});

describe('a file that is broken is refused when it is opened', () => {
  const filler = 'x'.repeat(1000);
  const bytes = writeMmdb({ databaseType: 'Broken', networks: { '8.8.8.0/24': cities, '9.9.9.0/24': filler } });
  const record = bytes.indexOf('xxxx') - 3;
  const data = bytes.indexOf(Buffer.alloc(16)) + 16;
  const nodeCount = (data - 16) / 6;
  const nested = Buffer.concat(Array.from({ length: 60 }, () => Buffer.from('1f04ffffff', 'hex')));

  /** Ten levels of ten pointers to the next. */
  const laughs = Buffer.concat(
    Array.from({ length: 10 }, (_, level) => {
      const next = record - data + 22 * (level + 1);
      return Buffer.from([10, 4, ...Array.from({ length: 10 }, () => [0x20 | (next >> 8), next & 255]).flat()]);
    }),
  );

  const self = Buffer.from([1, 4, 0x20 | ((record - data) >> 8), (record - data) & 255]);

  it.each<[string, Buffer]>([
    ['lists that claim 16 million items, in each other', nested],
    ['a map that claims 16 million keys', Buffer.from('ffffffff', 'hex')],
    ['lists that repeat each other ten billion times', laughs],
    ['a list that holds itself', self],
    ['a text that reaches out of the file', Buffer.from('5fffffff', 'hex')],
    ['a number that reaches out of the file', Buffer.from('3fffffffff', 'hex')],
    ['a type that is none', Buffer.from('00ff', 'hex')],
  ])('%s', (_what, bomb) => {
    const broken = Buffer.from(bytes);
    broken.set(bomb, record);
    expect(() => openDatabase('city', fileOf(broken))).toThrow(
      /own\.mmdb \(Broken\) is corrupt at 9\.9\.9\.0 \(.+\): download it again$/,
    );
  });

  it.each<[string, Buffer]>([
    ['lists that claim 16 million items, in each other', nested],
    ['a map that holds itself', Buffer.from([0xe1, 0x41, 0x61, 0x20, 0])],
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('Bx')],
  ])('metadata that are %s', (_what, metadata) => {
    const end = bytes.indexOf('MaxMind.com') + 11;
    expect(() => openDatabase('city', fileOf(Buffer.concat([bytes.subarray(0, end), metadata])))).toThrow(
      /is not a usable MMDB file/,
    );
  });

  /** With other children of some nodes. */
  const relinked = (...links: readonly (readonly [node: number, side: number, child: number])[]) => {
    const broken = Buffer.from(bytes);
    for (const [node, side, child] of links) broken.writeUIntBE(child, 6 * node + 3 * side, 3);
    return fileOf(broken);
  };

  it.each([
    ['into the separator', 3],
    ['beyond the records', 100_000],
  ])('a node that points %s', (_what, beyond) => {
    expect(() => openDatabase('city', relinked([0, 1, nodeCount + beyond]))).toThrow(
      /is not a usable MMDB file \(node 0 points past the end of the file\)/,
    );
  });

  it('a node that leads back to the first costs nothing but its addresses', () => {
    expect(openDatabase('city', relinked([0, 1, 0])).name).toBe('Broken');
  });

  const bothSides = (childOf: (node: number) => number) =>
    Array.from({ length: 2 * nodeCount }, (_, index) => [index >> 1, index & 1, childOf(index >> 1)] as const);

  it.each([
    ['a tree in which every node leads back to the first', () => relinked(...bothSides(() => 0))],
    ['a tree in which every node leads twice to the next', () => relinked(...bothSides((node) => node + 1))],
    ['a file without records', () => fileOf(writeMmdb({ databaseType: 'Broken', networks: {} }))],
  ])('%s', (_what, file) => {
    expect(() => openDatabase('city', file())).toThrow(/\(Broken\) has no records/);
  });
});

it('whichever bytes are broken, a file is refused or answers with facts that can be true', () => {
  const others = { '8.8.8.0/24': cities, '9.9.9.0/24': networks, '2a01:e00::/32': lyon.networks['212.27.48.0/24'] };
  const whole = writeMmdb({ databaseType: 'GeoIP2-Enterprise', networks: { ...lyon.networks, ...others } });
  const random = randomOf(20_261_123);
  const outcomes = { refused: 0, answered: 0 };
  for (let round = 0; round < 1000; round++) {
    const broken = Buffer.from(whole);
    for (let bytes = 1 + random(4); bytes > 0; bytes--) broken[random(broken.length)] = random(256);
    try {
      const database = openDatabase('city', 'own.mmdb', bytesInMemory(broken));
      for (const address of addresses) expectSane(addressFacts(lookUp(database, address) ?? unknownLocation).fields);
      outcomes.answered++;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      outcomes.refused++;
    }
  }
  expect(outcomes.refused).toBeGreaterThan(100);
  expect(outcomes.answered).toBeGreaterThan(100);
});

function expectSane(fields: AddressFacts['fields']): void {
  const { countryCode, latitude, longitude, ASN, stateCode, timezone } = fields;
  if (countryCode !== undefined) expect(countryOf(countryCode)).toBeDefined();
  expect(latitude === undefined).toBe(longitude === undefined);
  if (latitude !== undefined && longitude !== undefined) {
    expect(`${latitude} ${longitude}`).toMatch(/^(?!0 0$)-?\d{1,2}(\.\d{1,4})? -?\d{1,3}(\.\d{1,4})?$/);
  }
  if (ASN !== undefined) expect(Number.isInteger(ASN) && ASN > 0 && ASN < 2 ** 32).toBe(true);
  if (stateCode !== undefined) expect(stateCode).toMatch(/^[A-Z0-9]{1,3}$/);
  if (timezone !== undefined) expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow();
  expect(JSON.stringify(fields)).not.toMatch(/\p{Cc}|\u{fffd}|\\u00/u);
}

/** Whole numbers below a limit, the same ones on every run. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomOf(seed: number): (limit: number) => number {
  let bits = seed;
  return (limit) => {
    bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((bits / 2 ** 32) * limit);
  };
}
