import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import soleZones from '../../../src/service/geo/sole-timezones.generated.json' with { type: 'json' };
import { type MmdbContent, type MmdbValue, writeMmdb } from '../../support/mmdb-writer.ts';
import { about, databaseOf, factsOf, openDatabases } from './geo-facts.ts';
import { keepLog } from './log-lines.ts';
import { lyon, temporaryDirectory, writeDatabase } from './running-service.ts';

const nowhere = {};

describe('what a database says is not always believed', () => {
  it.each<[string, MmdbValue]>([
    ['a list', []],
    ['a text', 'US'],
    ['a number', 7],
    ['numbers for names', { country: 7, city: 7, location: 'x', traits: [] }],
    ['nothing inside', { country: {}, city: { names: {} }, subdivisions: [], location: {} }],
    ['a registered country', { registered_country: { iso_code: 'FR' } }],
    ['the centre of a country', { location: { latitude: 37.751, longitude: -97.822, accuracy_radius: 1000 } }],
    ['a continent that is none', { continent: { code: 'XX' } }],
    ...['EU', 'AP', 'A1', 'A2', 'T1', 'XX', 'ZZ', 'O1', 'usa', '__proto__'].map((iso_code): [string, MmdbValue] => [
      `the country ${iso_code}`,
      { country: { iso_code } },
    ]),
    ...['Mars/Base', 'UTC', 'Etc/GMT+2', 'GMT+5', 'europe', '<b>'].map((time_zone): [string, MmdbValue] => [
      `the time zone ${time_zone}`,
      { location: { time_zone } },
    ]),
  ])('%s says nothing, and breaks nothing', (_what, record) => {
    expect(factsOf(record)).toEqual(nowhere);
  });

  it('a pseudo country still has its continent', () => {
    expect(factsOf({ country: { iso_code: 'EU' }, continent: { code: 'EU' } })).toEqual({
      continentName: 'Europe',
      continentCode: 'EU',
    });
  });

  it("the database's own EU flag does not count", () => {
    expect(factsOf({ country: { iso_code: 'GB', is_in_european_union: true } })).toMatchObject({ isEU: false });
  });
});

describe('numbers and texts that are broken', () => {
  const london = { country: { iso_code: 'GB' }, city: { names: { en: 'London' } } };
  const place = { countryCode: 'GB', city: 'London', timezone: 'Europe/London' };

  it.each<[string, MmdbValue]>([
    ['next to nothing', { latitude: 1.793_727_8e-52, longitude: 4.964_450_6e-91 }],
    ['half next to nothing', { latitude: 51.5142, longitude: 5e-324 }],
    ['next to nothing below zero', { latitude: 51.5142, longitude: -4e-80 }],
    ['nothing', { latitude: 0, longitude: 0 }],
    ['half', { latitude: 45 }],
    ['huge', { latitude: 51.5142, longitude: 1e300 }],
    ['infinite', { latitude: 51.5142, longitude: Infinity }],
    ['not a number', { latitude: NaN, longitude: -0.0931 }],
    ['a letter', { latitude: 'x', longitude: 4 }],
    ['beyond the poles', { latitude: 90.000_01, longitude: 0 }],
    ['beyond the date line', { latitude: 51, longitude: -180.1 }],
    ['lists', { latitude: [51.5], longitude: [0] }],
    ['truths', { latitude: true, longitude: false }],
    ['other spellings', { latitude: '0x33', longitude: '1e1' }],
    ['in a list', [51.5, 0]],
    ['a text', '51.5, 0'],
  ])('coordinates that are %s are absent, and nothing follows from them', (_what, location) => {
    const found = factsOf({ ...london, location });
    expect(found).toMatchObject(place);
    for (const field of ['latitude', 'longitude', 'airportCode']) expect(found).not.toHaveProperty(field);
  });

  it.each([
    [0, -78.5, '0', '-78.5'],
    [51.48, 0, '51.48', '0'],
    [51.48, -0.000_01, '51.48', '0'],
    [47.376_898_5, 8.541_700_4, '47.3769', '8.5417'],
    [-90, 180, '-90', '180'],
  ])('coordinates %j, %j stay', (latitude, longitude, ...expected) => {
    const found = factsOf({ ...london, location: { latitude, longitude } });
    expect([found['latitude'], found['longitude']]).toEqual(expected);
  });

  it.each<[MmdbValue]>([[NaN], ['wide'], [[5000]], [Infinity], [true]])('a radius of %o is not known', (radius) => {
    const location = { latitude: 51.5142, longitude: -0.0931, accuracy_radius: radius };
    const found = factsOf({ ...london, location });
    expect(found).toMatchObject({ ...place, latitude: '51.5142', longitude: '-0.0931', airportCode: 'LHR' });
  });

  it.each([0, -3, 12.5, 4_294_967_296, NaN, Infinity, 'AS', 'AS4294967296', [15_169], true].map((value) => [value]))(
    'the number %o of a network is absent',
    (autonomous_system_number) => {
      const asn = [databaseOf({ autonomous_system_number, isp: 'Google' })];
      expect(about(openDatabases({ asn }))).toEqual({ ISP: 'Google' });
    },
  );

  it.each<[string, MmdbValue]>([
    ['of bytes that are no text', 'Lon\u{fffd}don'],
    ['with a control character', 'Lon\u{0}don'],
    ['of two lines', 'London\nParis'],
    ['endless', 'x'.repeat(301)],
    ['a number', 7],
    ['a list', ['London']],
    ['empty', ''],
    ['a dash', '-'],
    ['empty behind its district', '(Kreis 1)'],
  ])('a city that is %s is absent', (_what, en) => {
    expect(factsOf({ ...london, city: { names: { en } } })).not.toHaveProperty('city');
  });

  it.each(['', '-'])('a postal code and a time zone of %j are absent', (nothing) => {
    const found = factsOf({ country_code: 'JP', city: 'Osaka', postcode: nothing, timezone: nothing });
    expect(found).toMatchObject({ city: 'Osaka', timezone: 'Asia/Tokyo' });
    expect(found).not.toHaveProperty('postalCode');
  });

  it.each<[MmdbValue]>([['ENGLAND'], ['eng'], [5]])('the code %j of a state gives way to that of its name', (code) => {
    expect(
      factsOf({ country: { iso_code: 'GB' }, subdivisions: [{ iso_code: code, names: { en: 'England' } }] }),
    ).toMatchObject({ stateName: 'England', stateCode: 'ENG' });
  });
});

describe('of a visitor whose country alone is known', () => {
  const centre = (iso_code: string, latitude: number, longitude: number) => ({
    country: { iso_code },
    location: { latitude, longitude, accuracy_radius: 100 },
  });
  const russia = centre('RU', 60, 100);

  it.each([
    ['Russia', russia, undefined],
    ['China', centre('CN', 35, 105), undefined],
    ['Ukraine', centre('UA', 49, 32), undefined],
    ['Spain', centre('ES', 40, -4), undefined],
    ['the United States', centre('US', 37.751, -97.822), undefined],
    ['Brazil', centre('BR', -10, -55), undefined],
    ['France', centre('FR', 46, 2), 'Europe/Paris'],
    ['Germany, of two zones and one clock', centre('DE', 51.5, 10.5), 'Europe/Berlin'],
    ['Vietnam', centre('VN', 16, 108), 'Asia/Ho_Chi_Minh'],
  ])('no airport is made up in %s, and no zone where there are several clocks', (_country, record, timezone) => {
    const found = factsOf(record);
    expect(found).toHaveProperty('latitude');
    expect([found['timezone'], found['airportCode']]).toEqual([timezone, undefined]);
  });

  it('the zone of its one clock is known, also without coordinates', () => {
    expect(factsOf({ country: { iso_code: 'JP' } })).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  it.each([
    ['a city', { city: { names: { en: 'Omsk' } } }],
    ['a state', { subdivisions: [{ names: { en: 'Omsk Oblast' } }] }],
    ['a postal code', { postal: { code: '644000' } }],
  ])('both follow from the coordinates once %s is known', (_what, place) => {
    expect(factsOf({ ...centre('RU', 54.99, 73.37), ...place })).toMatchObject({
      timezone: 'Asia/Omsk',
      airportCode: 'OMS',
    });
  });

  const omsk = { country: { iso_code: 'RU' }, city: { names: { en: 'Omsk' } } };

  it.each([[[russia, omsk]], [[omsk, russia]]])(
    "the centre does not become the place of another database's city: %j",
    (records) => {
      const found = factsOf(...records);
      expect(found).toMatchObject({ countryCode: 'RU', city: 'Omsk' });
      for (const field of ['latitude', 'longitude', 'timezone', 'airportCode']) expect(found).not.toHaveProperty(field);
    },
  );

  it("the zone of a centre does not become that of another database's city", () => {
    const country = { iso_code: 'US' };
    const usa = { country, location: { latitude: 37.751, longitude: -97.822, time_zone: 'America/Chicago' } };
    const city = { names: { en: 'Seattle' } };
    expect(factsOf(usa, { country, city, location: { latitude: 47.6, longitude: -122.33 } })).toMatchObject({
      city: 'Seattle',
      timezone: 'America/Los_Angeles',
      latitude: '47.6',
      airportCode: 'SEA',
    });
  });
});

describe('a radius of 500 km and more', () => {
  const houston = {
    country: { iso_code: 'US' },
    location: { latitude: 29.7702, longitude: -95.3628, accuracy_radius: 1000 },
  };

  it.each([
    ['a city', { city: { names: { en: 'Houston' } } }],
    ['a postal code', { postal: { code: '77002' } }],
  ])('leaves the coordinates of %s', (_what, place) => {
    const expected = { latitude: '29.7702', longitude: '-95.3628', timezone: 'America/Chicago' };
    expect(factsOf({ ...houston, ...place })).toMatchObject(expected);
  });

  it.each([
    ['a country', {}],
    ['a state', { subdivisions: [{ iso_code: 'TX', names: { en: 'Texas' } }] }],
  ])('is the centre of %s', (_what, place) => {
    const found = factsOf({ ...houston, ...place });
    for (const field of ['latitude', 'longitude', 'timezone', 'airportCode']) expect(found).not.toHaveProperty(field);
  });
});

it.each([
  [[48.8566, 2.3522], 'FR', 'Europe/Paris'],
  [[-20.8789, 55.4481], 'RE', 'Indian/Reunion'],
  [[21.0285, 105.8542], 'VN', 'Asia/Ho_Chi_Minh'],
  [[13.7563, 100.5018], 'TH', 'Asia/Bangkok'],
  // Kufstein, for whose coordinates the lookup says Europe/Berlin.
  [[47.58, 12.17], 'AT', 'Europe/Vienna'],
  [[31.69, -106.42], 'MX', 'America/Ciudad_Juarez'],
  [[30, -40], 'US', undefined],
  // Just beyond the border, as databases have it for places near one. A country with one clock keeps its own.
  [[47.6, 7.6], 'FR', 'Europe/Paris'],
  [[47.55, 7.55], 'DE', 'Europe/Berlin'],
  [[13.7563, 100.5018], 'LA', 'Asia/Vientiane'],
  [[30, -40], 'FR', 'Europe/Paris'],
])('time zones at %j in %s it is %s', ([latitude = 0, longitude = 0], iso_code, zone) => {
  const found = factsOf({ country: { iso_code }, postal: { code: '1' }, location: { latitude, longitude } });
  expect(found['timezone']).toBe(zone);
});

it('the zone of each country with one clock is one that this Node knows, and has that name', () => {
  const zones = Object.values(soleZones);
  expect(zones.filter((zone) => !/^[A-Z][A-Za-z_-]+\/[A-Z]/.test(zone) || !isKnownZone(zone))).toEqual([]);
  expect(zones.length).toBeGreaterThan(200);
});

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
  } catch {
    return false;
  }
}

describe('families of addresses', () => {
  const us = { country: { iso_code: 'US' } };
  const v4: MmdbContent = { databaseType: 'v4', ipVersion: 4, networks: { '0.0.0.0/1': us, '128.0.0.0/1': us } };
  const v6: MmdbContent = { databaseType: 'v6', networks: { '2a01:e00::/26': { country: { iso_code: 'FR' } } } };

  it.each(['2a01:e00::1', '2001:4860:4860::8888', '2606:4700::1111'])(
    'a database of IPv4 alone says nothing about %s',
    (text) => expect(about(openDatabases({ city: [v4] }), text)).toEqual(nowhere),
  );

  it('a pair of databases answers both', () => {
    const geo = openDatabases({ city: [v4, v6] });
    expect(about(geo)).toMatchObject({ countryCode: 'US' });
    expect(about(geo, '2a01:e00::1')).toMatchObject({ countryCode: 'FR' });
    expect(about(geo, '2b01:e00::1')).toEqual(nowhere);
  });

  it.each(['::ffff:212.27.48.10', '64:ff9b::212.27.48.10', '2002:d41b:300a::1', '2002:d41b:300a:1234::'])(
    '%s is looked up by the IPv4 address inside',
    (text) => expect(about(openDatabases({ city: [lyon] }), text)).toMatchObject({ city: 'Lyon' }),
  );

  it.each([
    ['private inside', ['64:ff9b::10.0.0.1', '2002:7f00:1::', '64:ff9b:1::212.27.48.10']],
    ['private or reserved', ['10.1.2.3', '::1', 'fe80::1', '192.88.99.1', '255.255.255.255']],
  ])('addresses that are %s are not looked up: %j', (_which, texts) => {
    const everything = openDatabases({ city: [{ databaseType: 'all', networks: { '::/1': us, '8000::/1': us } }] });
    for (const text of texts) expect([text, about(everything, text)]).toEqual([text, nowhere]);
  });
});

describe('several databases', () => {
  const country = { iso_code: 'FR' };
  const berlin = { city: { names: { en: 'Berlin' } }, location: { latitude: 52.5, longitude: 13.4 } };

  it('complete each other, and the first that knows a field fills it', () => {
    const paris = { country, city: { names: { en: 'Paris' } }, postal: { code: '69001' } };
    expect(factsOf({ country, city: { names: { en: 'Lyon' } } }, paris)).toMatchObject({
      city: 'Lyon',
      postalCode: '69001',
    });
  });

  it('do not put a place of one country into another', () => {
    const found = factsOf({ country }, { country: { iso_code: 'DE' }, ...berlin });
    expect(found).toMatchObject({ countryCode: 'FR' });
    for (const field of ['city', 'latitude']) expect(found).not.toHaveProperty(field);
  });

  it('name the provider by the ISP database before the ASN database', () => {
    const asn = [databaseOf({ autonomous_system_number: 1, autonomous_system_organization: 'Network' }, 'asn')];
    expect(about(openDatabases({ asn, isp: [databaseOf({ isp: 'Provider' }, 'isp')] }))).toEqual({
      ASN: 1,
      ISP: 'Provider',
    });
  });
});

describe('files', () => {
  /** More networks than are looked up when a file is opened: of each pair one. */
  const networksOf = (fields: (index: number) => Record<string, MmdbValue>) =>
    Object.fromEntries(
      Array.from({ length: 4096 }, (_, index) => [
        `8.${index >> 4}.${(index & 15) << 4}.0/20`,
        { country: { iso_code: 'US' }, ...fields(index) },
      ]),
    );

  const openFile = (content: string | Buffer) => {
    const path = join(temporaryDirectory(), 'own.mmdb');
    writeFileSync(path, content);
    return openGeoData({ city: [path], asn: [] }, '/nowhere');
  };

  /** A data directory that has this database of cities. */
  const fetched = (content: Buffer) => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'geo'));
    const path = join(directory, 'geo', 'dbip-city-lite.mmdb');
    writeFileSync(path, content);
    return { path, geo: openGeoData({ asn: [] }, directory) };
  };

  it('that are missing are refused by the name of the setting', () => {
    expect(() => openGeoData({ asn: ['/nowhere/asn.mmdb'] }, '/nowhere')).toThrow(
      /^GEO_ASN_DB: \/nowhere\/asn\.mmdb can't be read/,
    );
  });

  it.each([
    ['compressed', gzipSync('x'), /is compressed: unpack it first/],
    ['empty', '', /is not a usable MMDB file/],
    ['text', '<html>Not found</html>', /is not a usable MMDB file/],
    ['truncated', writeMmdb(lyon).subarray(0, -150), /is not a usable MMDB file/],
    ['without a tree', writeMmdb(lyon).subarray(-300), /is not a usable MMDB file/],
  ])('that are %s are refused', (_name, content, reason) => {
    expect(() => openFile(content)).toThrow(/^GEO_CITY_DB: /);
    expect(() => openFile(content)).toThrow(reason);
  });

  it('that are corrupt inside cost the fields of that one answer, and are counted', () => {
    const logged = keepLog();
    // The number keeps their records apart.
    const bytes = writeMmdb({ databaseType: 'Corrupt', networks: networksOf((number) => ({ number })) });
    bytes.fill(0xff, bytes.lastIndexOf('iso_code') - 12, bytes.lastIndexOf('iso_code'));
    const geo = openFile(bytes);
    expect(about(geo, '8.255.255.1')).toEqual(nowhere);
    expect(about(geo)).toMatchObject({ countryCode: 'US' });
    expect(geo.inUse).toMatchObject([{ kind: 'city', name: 'Corrupt', failedLookups: 1 }]);
    expect(logged()).toHaveLength(1);
  });

  it("that can't be read at a place are read there again, at most every ten seconds", () => {
    const logged = keepLog();
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // More than what is kept of a file.
    const networks = networksOf((index) => ({ domain: `${index} ${'x'.repeat(4000)}` }));
    const bytes = writeMmdb({ databaseType: 'DBIP-City-Lite', networks });
    const { path, geo } = fetched(bytes);
    const failed = () => geo.inUse.map(({ failedLookups }) => failedLookups);

    truncateSync(path, 1_000_000);
    expect([about(geo, '8.127.255.1'), about(geo, '8.127.255.2')]).toEqual([nowhere, nowhere]);
    expect(failed()).toEqual([1]);
    writeFileSync(path, bytes);
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(about(geo, '8.127.255.1')).toEqual(nowhere);
    vi.setSystemTime(0);
    vi.advanceTimersByTime(10_000);
    expect(about(geo, '8.127.255.1')).toMatchObject({ countryCode: 'US' });
    truncateSync(path, 1_000_000);
    vi.advanceTimersByTime(60_000);
    expect(about(geo, '8.127.255.1')).toMatchObject({ countryCode: 'US' });
    expect(failed()).toEqual([1]);
    expect(logged().map((line) => JSON.stringify(line))).toEqual([
      expect.stringMatching(/DBIP-City-Lite can't be read; it is tried again.*the file became shorter/),
    ]);
    geo.close();
  });

  it('in the data directory win over the packages, and are named with their date', () => {
    const builtAt = new Date('2026-11-01T00:00:00Z');
    const { geo } = fetched(writeMmdb({ ...lyon, databaseType: 'DBIP-City-Lite', builtAt }));
    const bytes = expect.any(Number) as number;
    expect(geo.inUse).toEqual([
      { kind: 'city', name: 'DBIP-City-Lite', builtAt, setting: undefined, failedLookups: 0, bytes },
    ]);
    expect(geo.attributions).toEqual([{ url: 'https://db-ip.com', text: 'IP Geolocation by DB-IP' }]);
  });

  it('are exchanged all at once on reload, and stay when the new ones are refused', async () => {
    const directory = temporaryDirectory();
    const path = writeDatabase(directory, lyon);
    const geo = openGeoData({ city: [path], asn: [] }, directory);
    expect(about(geo, '212.27.48.10')).toMatchObject({ city: 'Lyon' });
    writeFileSync(path, readFileSync(path).subarray(0, 100));
    await expect(geo.reload()).rejects.toThrow(/not a usable MMDB file/);
    expect(about(geo, '212.27.48.10')).toMatchObject({ city: 'Lyon' });
    const networks = { '212.27.48.0/24': { country: { iso_code: 'BE' } } };
    writeFileSync(path, writeMmdb({ databaseType: 'New', networks }));
    await geo.reload();
    expect(about(geo, '212.27.48.10')).toMatchObject({ countryCode: 'BE' });
    expect(geo.inUse).toMatchObject([{ name: 'New' }]);
  });
});
