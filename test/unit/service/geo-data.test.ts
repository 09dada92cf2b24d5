import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { type GeoData, openGeoData } from '../../../src/service/geo/geo-data.ts';
import soleZones from '../../../src/service/geo/sole-timezones.generated.json' with { type: 'json' };
import { type MmdbContent, type MmdbValue, writeMmdb } from '../../support/mmdb-writer.ts';
import { lyon, temporaryDirectory, writeDatabase } from './running-service.ts';

function about(geo: GeoData, text: string) {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(text);
  const { fields, isCellular } = geo.about(address);
  const known: Record<string, unknown> = {
    ...(JSON.parse(JSON.stringify(fields)) as Record<string, unknown>),
    ...(isCellular !== undefined && { isCellular }),
  };
  return known;
}

/** Opens databases of each kind; none of the packages. */
function open(kinds: { readonly [Kind in 'city' | 'asn' | 'isp' | 'connection']?: readonly MmdbContent[] }): GeoData {
  const directory = temporaryDirectory();
  const write = (contents: readonly MmdbContent[] = []) => contents.map((content) => writeDatabase(directory, content));
  return openGeoData(
    { city: write(kinds.city), asn: write(kinds.asn), isp: write(kinds.isp), connection: write(kinds.connection) },
    directory,
  );
}

/** A database of every kind, in which 8.8.8.8 has this record. */
function city(record: MmdbValue): MmdbContent {
  return { databaseType: 'Test', networks: { ...lyon.networks, '8.8.8.0/24': record } };
}

const nowhere = {};

describe('records of every shape are read', () => {
  it('MaxMind, nested', () => {
    expect(about(open({ city: [lyon] }), '212.27.48.10')).toMatchObject({
      countryCode: 'FR',
      city: 'Lyon',
      stateName: 'Auvergne-Rhône-Alpes',
      stateCode: 'ARA',
      postalCode: '69001',
      timezone: 'Europe/Paris',
      latitude: '45.7485',
      longitude: '4.8467',
      ASN: 12322,
      ISP: 'Free',
      isCellular: false,
    });
  });

  it('DB-IP, nested: no codes of states, districts behind the city, a zone from the coordinates', () => {
    const record = {
      city: { names: { en: 'Zurich (Zurich (Kreis 1) / Hochschulen)' } },
      continent: { code: 'EU' },
      country: { iso_code: 'CH', is_in_european_union: false },
      location: { latitude: 47.376_898_5, longitude: 8.541_700_4 },
      subdivisions: [{ names: { en: 'Zurich' } }],
    };
    expect(about(open({ city: [city(record)] }), '8.8.8.8')).toMatchObject({
      countryCode: 'CH',
      city: 'Zurich',
      stateName: 'Zurich',
      stateCode: 'ZH',
      timezone: 'Europe/Zurich',
      latitude: '47.3769',
      longitude: '8.5417',
    });
  });

  it('ip-location-db, flat: empty strings are absent', () => {
    const record = {
      city: 'Osaka',
      country_code: 'JP',
      latitude: 34.6937,
      longitude: 135.502,
      postcode: '',
      state1: 'Osaka',
      state2: '',
      timezone: '',
    };
    const found = about(open({ city: [city(record)] }), '8.8.8.8');
    expect(found).toMatchObject({
      countryCode: 'JP',
      city: 'Osaka',
      stateName: 'Osaka',
      stateCode: '27',
      timezone: 'Asia/Tokyo',
    });
    expect(found).not.toHaveProperty('postalCode');
  });

  it('IPinfo, flat: coordinates are strings', () => {
    const record = {
      city: 'Mountain View',
      country: 'US',
      region: 'California',
      lat: '37.40599',
      lng: '-122.07851',
      postal_code: '94043',
      timezone: 'America/Los_Angeles',
    };
    expect(about(open({ city: [city(record)] }), '8.8.8.8')).toMatchObject({
      countryCode: 'US',
      city: 'Mountain View',
      stateCode: 'CA',
      postalCode: '94043',
      latitude: '37.406',
      longitude: '-122.0785',
    });
  });

  it('IPinfo Lite: the country is a name there, and the number has letters', () => {
    const record = {
      as_domain: 'google.com',
      as_name: 'Google LLC',
      asn: 'AS15169',
      continent: 'North America',
      continent_code: 'NA',
      country: 'United States',
      country_code: 'US',
    };
    expect(about(open({ asn: [city(record)] }), '8.8.8.8')).toMatchObject({
      countryCode: 'US',
      countryName: 'United States',
      ASN: 15169,
      ISP: 'Google LLC',
    });
  });

  it("IPinfo's older country_asn: the country is a code there", () => {
    expect(
      about(open({ city: [city({ country: 'US', country_name: 'United States', continent: 'NA' })] }), '8.8.8.8'),
    ).toMatchObject({ countryCode: 'US' });
  });

  it('IP2Location: an offset is no time zone, and - is nothing', () => {
    const record = {
      country: { iso_code: 'US' },
      subdivisions: [{ names: { en: 'California' } }],
      city: { names: { en: '-' } },
      location: { latitude: 37.4, longitude: -122, time_zone: '-07:00' },
      postal: { code: '-' },
    };
    const found = about(open({ city: [city(record)] }), '8.8.8.8');
    expect(found).toMatchObject({ countryCode: 'US', stateCode: 'CA', timezone: 'America/Los_Angeles' });
    expect(found).not.toHaveProperty('city');
    expect(found).not.toHaveProperty('postalCode');
  });

  it.each([
    [
      'MaxMind ASN',
      { autonomous_system_number: 3215, autonomous_system_organization: 'Orange' },
      { ASN: 3215, ISP: 'Orange' },
    ],
    [
      'MaxMind ISP',
      {
        autonomous_system_number: 3215,
        autonomous_system_organization: 'AS',
        isp: 'Orange Mobile',
        mobile_country_code: '208',
      },
      { ASN: 3215, ISP: 'Orange Mobile', isCellular: true },
    ],
    [
      'DB-IP ISP',
      { traits: { isp: 'Jio', connection_type: 'cellular', user_type: 'consumer' } },
      { ISP: 'Jio', isCellular: true },
    ],
    ['Connection-Type, cable', { connection_type: 'Cable/DSL' }, { isCellular: false }],
    ['Connection-Type, mobile', { connection_type: 'Cellular' }, { isCellular: true }],
  ])('%s', (_name, record, expected) => {
    expect(about(open({ isp: [city(record)] }), '8.8.8.8')).toEqual(expected);
  });

  it.each([
    ['a list', []],
    ['a text', 'US'],
    ['a number', 7],
    ['numbers for names', { country: 7, city: 7, location: 'x', traits: [] }],
    ['nothing inside', { country: {}, city: { names: {} }, subdivisions: [], location: {} }],
  ])('%s says nothing, and breaks nothing', (_name, record) => {
    expect(about(open({ city: [city(record)] }), '8.8.8.8')).toEqual(nowhere);
  });
});

describe('what a database says is not always believed', () => {
  it.each(['EU', 'AP', 'A1', 'A2', 'T1', 'XX', 'ZZ', 'O1', 'usa', '__proto__'])('%s is no country', (iso_code) => {
    expect(about(open({ city: [city({ country: { iso_code } })] }), '8.8.8.8')).toEqual(nowhere);
  });

  it('a pseudo country still has its continent', () => {
    expect(
      about(open({ city: [city({ country: { iso_code: 'EU' }, continent: { code: 'EU' } })] }), '8.8.8.8'),
    ).toEqual({ continentName: 'Europe', continentCode: 'EU' });
  });

  it('registered_country is not where the visitor is', () => {
    expect(about(open({ city: [city({ registered_country: { iso_code: 'FR' } })] }), '8.8.8.8')).toEqual(nowhere);
  });

  it("the database's own EU flag does not count", () => {
    const found = about(open({ city: [city({ country: { iso_code: 'GB', is_in_european_union: true } })] }), '8.8.8.8');
    expect(found).toMatchObject({ isEU: false });
  });

  it.each([
    ['the centre of a country', { latitude: 37.751, longitude: -97.822, accuracy_radius: 1000 }],
    ['0/0', { latitude: 0, longitude: 0 }],
    ['beyond the poles', { latitude: 91, longitude: 4 }],
    ['not a number', { latitude: 'x', longitude: 4 }],
    ['half', { latitude: 45 }],
  ])('coordinates that are %s are left out, with what follows from them', (_name, location) => {
    expect(about(open({ city: [city({ location })] }), '8.8.8.8')).toEqual(nowhere);
  });

  it.each(['Mars/Base', 'UTC', 'Etc/GMT+2', 'GMT+5', 'europe', '<b>'])('%j is no time zone', (time_zone) => {
    expect(about(open({ city: [city({ location: { time_zone } })] }), '8.8.8.8')).toEqual(nowhere);
  });
});

describe('numbers and texts that are broken', () => {
  const london = { country: { iso_code: 'GB' }, city: { names: { en: 'London' } } };
  const place = { countryCode: 'GB', city: 'London', timezone: 'Europe/London' };

  it.each<[string, MmdbValue]>([
    ['next to nothing', { latitude: 1.793_727_8e-52, longitude: 4.964_450_6e-91 }],
    ['half next to nothing', { latitude: 51.5142, longitude: 5e-324 }],
    ['next to nothing below zero', { latitude: 51.5142, longitude: -4e-80 }],
    ['huge', { latitude: 51.5142, longitude: 1e300 }],
    ['infinite', { latitude: 51.5142, longitude: Infinity }],
    ['not a number', { latitude: NaN, longitude: -0.0931 }],
    ['beyond the poles', { latitude: 90.000_01, longitude: 0 }],
    ['beyond the date line', { latitude: 51, longitude: -180.1 }],
    ['lists', { latitude: [51.5], longitude: [0] }],
    ['truths', { latitude: true, longitude: false }],
    ['other spellings', { latitude: '0x33', longitude: '1e1' }],
    ['in a list', [51.5, 0]],
    ['a text', '51.5, 0'],
  ])('coordinates that are %s are absent, and nothing follows from them', (_what, location) => {
    const found = about(open({ city: [city({ ...london, location })] }), '8.8.8.8');
    expect(found).toMatchObject(place);
    for (const field of ['latitude', 'longitude', 'airportCode']) expect(found).not.toHaveProperty(field);
  });

  it.each([
    [0, -78.5, '0', '-78.5'],
    [51.48, 0, '51.48', '0'],
    [51.48, -0.000_01, '51.48', '0'],
    [-90, 180, '-90', '180'],
  ])('coordinates %j, %j stay', (latitude, longitude, ...expected) => {
    const found = about(open({ city: [city({ ...london, location: { latitude, longitude } })] }), '8.8.8.8');
    expect([found['latitude'], found['longitude']]).toEqual(expected);
  });

  it.each<[string, MmdbValue]>([
    ['NaN', NaN],
    ['a text', 'wide'],
    ['a list', [5000]],
    ['infinite', Infinity],
    ['a truth', true],
  ])('a radius that is %s is not known', (_what, accuracy_radius) => {
    const found = about(
      open({ city: [city({ ...london, location: { latitude: 51.5142, longitude: -0.0931, accuracy_radius } })] }),
      '8.8.8.8',
    );
    expect(found).toMatchObject({ ...place, latitude: '51.5142', longitude: '-0.0931', airportCode: 'LHR' });
  });

  it.each<[string, MmdbValue]>([
    ['zero', 0],
    ['below zero', -3],
    ['a fraction', 12.5],
    ['more than 32 bits', 4_294_967_296],
    ['NaN', NaN],
    ['infinite', Infinity],
    ['a word', 'AS'],
    ['more than 32 bits, as text', 'AS4294967296'],
    ['a list', [15_169]],
    ['a truth', true],
  ])('a network number that is %s is absent', (_what, autonomous_system_number) => {
    expect(about(open({ asn: [city({ autonomous_system_number, isp: 'Google' })] }), '8.8.8.8')).toEqual({
      ISP: 'Google',
    });
  });

  it.each<[string, MmdbValue]>([
    ['of bytes that are no text', 'Lon\u{fffd}don'],
    ['with a control character', 'Lon\u{0}don'],
    ['of two lines', 'London\nParis'],
    ['endless', 'x'.repeat(301)],
    ['a number', 7],
    ['a list', ['London']],
    ['empty behind its district', '(Kreis 1)'],
  ])('a city that is %s is absent', (_what, en) => {
    expect(about(open({ city: [city({ ...london, city: { names: { en } } })] }), '8.8.8.8')).not.toHaveProperty('city');
  });

  it.each<[string, MmdbValue]>([
    ['long', 'ENGLAND'],
    ['in lower case', 'eng'],
    ['a number', 5],
  ])('a code of a state that is %s gives way to that of its name', (_what, iso_code) => {
    const record = { country: { iso_code: 'GB' }, subdivisions: [{ iso_code, names: { en: 'England' } }] };
    expect(about(open({ city: [city(record)] }), '8.8.8.8')).toMatchObject({ stateName: 'England', stateCode: 'ENG' });
  });

  it('a continent that is none is absent', () => {
    expect(about(open({ city: [city({ continent: { code: 'XX' } })] }), '8.8.8.8')).toEqual(nowhere);
  });
});

describe('of a visitor whose country alone is known', () => {
  const centre = (iso_code: string, latitude: number, longitude: number) => ({
    country: { iso_code },
    location: { latitude, longitude, accuracy_radius: 100 },
  });
  const russia = centre('RU', 60, 100);

  it.each([
    ['Russia', russia],
    ['China', centre('CN', 35, 105)],
    ['Ukraine', centre('UA', 49, 32)],
    ['Spain', centre('ES', 40, -4)],
    ['the United States', centre('US', 37.751, -97.822)],
    ['Brazil', centre('BR', -10, -55)],
  ])('no zone and no airport are made up in %s, which has several clocks', (_country, record) => {
    const found = about(open({ city: [city(record)] }), '8.8.8.8');
    expect(found).toHaveProperty('latitude');
    expect(found).not.toHaveProperty('timezone');
    expect(found).not.toHaveProperty('airportCode');
  });

  it.each([
    ['France', centre('FR', 46, 2), 'Europe/Paris'],
    ['Germany, of two zones and one clock', centre('DE', 51.5, 10.5), 'Europe/Berlin'],
    ['Vietnam', centre('VN', 16, 108), 'Asia/Ho_Chi_Minh'],
    ['Japan, without coordinates', { country: { iso_code: 'JP' } }, 'Asia/Tokyo'],
  ])('the zone is known in %s, and no airport is made up', (_country, record, timezone) => {
    const found = about(open({ city: [city(record)] }), '8.8.8.8');
    expect(found).toMatchObject({ timezone });
    expect(found).not.toHaveProperty('airportCode');
  });

  it.each([
    ['a city', { city: { names: { en: 'Omsk' } } }],
    ['a state', { subdivisions: [{ names: { en: 'Omsk Oblast' } }] }],
    ['a postal code', { postal: { code: '644000' } }],
  ])('both follow from the coordinates once %s is known', (_what, place) => {
    expect(about(open({ city: [city({ ...centre('RU', 54.99, 73.37), ...place })] }), '8.8.8.8')).toMatchObject({
      timezone: 'Asia/Omsk',
      airportCode: 'OMS',
    });
  });

  const omsk = { country: { iso_code: 'RU' }, city: { names: { en: 'Omsk' } } };

  it.each([[[russia, omsk]], [[omsk, russia]]])(
    "the centre does not become the place of another database's city: %j",
    (records) => {
      const found = about(
        open({ city: records.map((record, at) => ({ ...city(record), databaseType: `${at}` })) }),
        '8.8.8.8',
      );
      expect(found).toMatchObject({ countryCode: 'RU', city: 'Omsk' });
      for (const field of ['latitude', 'longitude', 'timezone', 'airportCode']) expect(found).not.toHaveProperty(field);
    },
  );

  it("the zone of a centre does not become that of another database's city", () => {
    const centreOfUsa = {
      country: { iso_code: 'US' },
      location: { latitude: 37.751, longitude: -97.822, time_zone: 'America/Chicago' },
    };
    const seattle = {
      country: { iso_code: 'US' },
      city: { names: { en: 'Seattle' } },
      location: { latitude: 47.6, longitude: -122.33 },
    };
    const found = about(
      open({
        city: [
          { ...city(centreOfUsa), databaseType: 'one' },
          { ...city(seattle), databaseType: 'two' },
        ],
      }),
      '8.8.8.8',
    );
    expect(found).toMatchObject({
      city: 'Seattle',
      timezone: 'America/Los_Angeles',
      latitude: '47.6',
      airportCode: 'SEA',
    });
  });
});

describe('a radius of 500 km and more', () => {
  const location = { latitude: 29.7702, longitude: -95.3628, accuracy_radius: 1000 };

  it.each([
    ['a city', { city: { names: { en: 'Houston' } } }],
    ['a postal code', { postal: { code: '77002' } }],
  ])('leaves the coordinates of %s', (_what, place) => {
    expect(about(open({ city: [city({ country: { iso_code: 'US' }, ...place, location })] }), '8.8.8.8')).toMatchObject(
      { latitude: '29.7702', longitude: '-95.3628', timezone: 'America/Chicago' },
    );
  });

  it.each([
    ['a country', {}],
    ['a state', { subdivisions: [{ iso_code: 'TX', names: { en: 'Texas' } }] }],
  ])('is the centre of %s', (_what, place) => {
    const found = about(open({ city: [city({ country: { iso_code: 'US' }, ...place, location })] }), '8.8.8.8');
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
  const found = about(
    open({ city: [city({ country: { iso_code }, postal: { code: '1' }, location: { latitude, longitude } })] }),
    '8.8.8.8',
  );
  expect(found).toEqual(
    zone === undefined
      ? expect.not.objectContaining({ timezone: expect.anything() as unknown })
      : expect.objectContaining({ timezone: zone }),
  );
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
  const v4: MmdbContent = {
    databaseType: 'v4',
    ipVersion: 4,
    networks: { '0.0.0.0/1': { country: { iso_code: 'US' } }, '128.0.0.0/1': { country: { iso_code: 'US' } } },
  };
  const v6: MmdbContent = { databaseType: 'v6', networks: { '2a01:e00::/26': { country: { iso_code: 'FR' } } } };

  it.each(['2a01:e00::1', '2001:4860:4860::8888', '2606:4700::1111'])(
    'a database of IPv4 alone says nothing about %s',
    (text) => {
      expect(about(open({ city: [v4] }), text)).toEqual(nowhere);
    },
  );

  it('a pair of databases answers both', () => {
    const geo = open({ city: [v4, v6] });
    expect(about(geo, '8.8.8.8')).toMatchObject({ countryCode: 'US' });
    expect(about(geo, '2a01:e00::1')).toMatchObject({ countryCode: 'FR' });
    expect(about(geo, '2b01:e00::1')).toEqual(nowhere);
  });

  it.each(['::ffff:212.27.48.10', '64:ff9b::212.27.48.10', '2002:d41b:300a::1', '2002:d41b:300a:1234::'])(
    '%s is looked up by the IPv4 address inside',
    (text) => {
      expect(about(open({ city: [lyon] }), text)).toMatchObject({ city: 'Lyon' });
    },
  );

  it.each([
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '64:ff9b:1::212.27.48.10',
    '10.1.2.3',
    '::1',
    'fe80::1',
    '192.88.99.1',
    '255.255.255.255',
  ])('%s is not looked up', (text) => {
    const everything: MmdbContent = {
      databaseType: 'all',
      networks: { '::/1': { country: { iso_code: 'US' } }, '8000::/1': { country: { iso_code: 'US' } } },
    };
    expect(about(open({ city: [everything] }), text)).toEqual(nowhere);
  });
});

describe('several databases', () => {
  it('complete each other, and the first that knows a field fills it', () => {
    const first = { ...city({ country: { iso_code: 'FR' }, city: { names: { en: 'Lyon' } } }), databaseType: 'first' };
    const second = {
      ...city({ country: { iso_code: 'FR' }, city: { names: { en: 'Paris' } }, postal: { code: '69001' } }),
      databaseType: 'second',
    };
    expect(about(open({ city: [first, second] }), '8.8.8.8')).toMatchObject({ city: 'Lyon', postalCode: '69001' });
  });

  it('do not put a place of one country into another', () => {
    const french = { ...city({ country: { iso_code: 'FR' } }), databaseType: 'french' };
    const german = {
      ...city({
        country: { iso_code: 'DE' },
        city: { names: { en: 'Berlin' } },
        location: { latitude: 52.5, longitude: 13.4 },
      }),
      databaseType: 'german',
    };
    const found = about(open({ city: [french, german] }), '8.8.8.8');
    expect(found).toMatchObject({ countryCode: 'FR' });
    expect(found).not.toHaveProperty('city');
    expect(found).not.toHaveProperty('latitude');
  });

  it('name the provider by the ISP database before the ASN database', () => {
    const geo = open({
      asn: [
        { ...city({ autonomous_system_number: 1, autonomous_system_organization: 'Network' }), databaseType: 'asn' },
      ],
      isp: [{ ...city({ isp: 'Provider' }), databaseType: 'isp' }],
    });
    expect(about(geo, '8.8.8.8')).toEqual({ ASN: 1, ISP: 'Provider' });
  });
});

describe('files', () => {
  const setting = (content: string | Buffer) => {
    const directory = temporaryDirectory();
    const path = join(directory, 'own.mmdb');
    writeFileSync(path, content);
    return () => openGeoData({ city: [path], asn: [] }, directory);
  };

  it('that are missing are refused by the name of the setting', () => {
    expect(() => openGeoData({ asn: ['/nowhere/asn.mmdb'] }, '/nowhere')).toThrow(
      /^GEO_ASN_DB: \/nowhere\/asn\.mmdb can't be read/,
    );
  });

  it('that are compressed are refused with what to do', () => {
    expect(setting(gzipSync('x'))).toThrow(/^GEO_CITY_DB: .*is compressed: unpack it first/);
  });

  it.each([
    ['empty', ''],
    ['text', '<html>Not found</html>'],
    ['truncated', writeMmdb(lyon).subarray(0, -150)],
    ['without a tree', writeMmdb(lyon).subarray(-300)],
  ])('that are %s are refused', (_name, content) => {
    expect(setting(content)).toThrow(/^GEO_CITY_DB: .*is not a usable MMDB file/);
  });

  it('that are corrupt inside cost the fields of that one answer, and are counted', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // More networks than are looked up when a file is opened: of each pair one. The number keeps their records apart.
    const networks = Object.fromEntries(
      Array.from({ length: 4096 }, (_, index) => [
        `8.${index >> 4}.${(index & 15) << 4}.0/20`,
        { country: { iso_code: 'US' }, number: index },
      ]),
    );
    const bytes = writeMmdb({ databaseType: 'Corrupt', networks });
    bytes.fill(0xff, bytes.lastIndexOf('iso_code') - 12, bytes.lastIndexOf('iso_code'));
    const geo = setting(bytes)();
    expect(about(geo, '8.255.255.1')).toEqual(nowhere);
    expect(about(geo, '8.8.8.8')).toMatchObject({ countryCode: 'US' });
    expect(geo.inUse).toMatchObject([{ kind: 'city', name: 'Corrupt', failedLookups: 1 }]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it("that can't be read at a place are read there again, at most every ten seconds", () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'geo'));
    const path = join(directory, 'geo', 'dbip-city-lite.mmdb');
    // More than what is kept of a file, and more networks than are looked up when it is opened.
    const networks = Object.fromEntries(
      Array.from({ length: 4096 }, (_, index) => [
        `8.${index >> 4}.${(index & 15) << 4}.0/20`,
        { country: { iso_code: 'US' }, domain: `${index} ${'x'.repeat(4000)}` },
      ]),
    );
    const bytes = writeMmdb({ databaseType: 'DBIP-City-Lite', networks });
    writeFileSync(path, bytes);
    const geo = openGeoData({ asn: [] }, directory);
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
    expect(log.mock.calls.flat().join()).toMatch(
      /DBIP-City-Lite can't be read; it is tried again.*the file became shorter/,
    );
    expect(log).toHaveBeenCalledOnce();
    geo.close();
    vi.useRealTimers();
    log.mockRestore();
  });

  it('in the data directory win over the packages, and are named with their date', () => {
    const directory = temporaryDirectory();
    const builtAt = new Date('2026-11-01T00:00:00Z');
    mkdirSync(join(directory, 'geo'));
    writeFileSync(
      join(directory, 'geo', 'dbip-city-lite.mmdb'),
      writeMmdb({ ...lyon, databaseType: 'DBIP-City-Lite', builtAt }),
    );
    const geo = openGeoData({ asn: [] }, directory);
    expect(geo.inUse).toEqual([
      {
        kind: 'city',
        name: 'DBIP-City-Lite',
        builtAt,
        setting: undefined,
        failedLookups: 0,
        bytes: expect.any(Number),
      },
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
    writeFileSync(
      path,
      writeMmdb({ databaseType: 'New', networks: { '212.27.48.0/24': { country: { iso_code: 'BE' } } } }),
    );
    await geo.reload();
    expect(about(geo, '212.27.48.10')).toMatchObject({ countryCode: 'BE' });
    expect(geo.inUse).toMatchObject([{ name: 'New' }]);
  });
});
