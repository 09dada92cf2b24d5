import { describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import type { MmdbValue } from '../../support/mmdb-writer.ts';
import { temporaryDirectory, writeDatabase } from './running-service.ts';

type Kind = 'city' | 'asn' | 'isp' | 'connection';

/** What the service knows of 8.8.8.8, and what it says about the file. */
function read(record: MmdbValue, kind: Kind = 'city'): { found: Record<string, unknown>; said: readonly string[] } {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const directory = temporaryDirectory();
    const file = writeDatabase(directory, { databaseType: 'Vendor', networks: { '8.8.8.0/24': record } });
    const none = { city: [], asn: [], isp: [], connection: [] };
    const geo = openGeoData({ ...none, [kind]: [file] }, directory);
    const address = parseAddress('8.8.8.8');
    if (address === undefined) throw new Error('no address');
    const { fields, isCellular } = geo.about(address);
    const said = spy.mock.calls.map(([line]) => String(line));
    return { found: { ...(JSON.parse(JSON.stringify(fields)) as object), isCellular }, said };
  } finally {
    spy.mockRestore();
  }
}

const place = {
  countryCode: 'US',
  city: 'Mountain View',
  stateName: 'California',
  stateCode: 'CA',
  postalCode: '94043',
  timezone: 'America/Los_Angeles',
  latitude: '37.406',
  longitude: '-122.0785',
};
const google = { ASN: 15169, ISP: 'Google LLC' };

/** Each as its vendor documents it, with all fields of the sample. */
const samples: ReadonlyArray<readonly [string, Kind, MmdbValue, Record<string, unknown>]> = [
  [
    'MaxMind GeoIP2 City',
    'city',
    {
      city: { geoname_id: 5_375_480, names: { de: 'Mountain View', en: 'Mountain View', ja: 'マウンテンビュー' } },
      continent: { code: 'NA', geoname_id: 6_255_149, names: { en: 'North America' } },
      country: { geoname_id: 6_252_001, iso_code: 'US', names: { en: 'United States', ru: 'США' } },
      location: {
        accuracy_radius: 1000,
        latitude: 37.406,
        longitude: -122.0785,
        metro_code: 807,
        time_zone: 'America/Los_Angeles',
      },
      postal: { code: '94043' },
      registered_country: { geoname_id: 6_252_001, iso_code: 'US', names: { en: 'United States' } },
      subdivisions: [{ geoname_id: 5_332_921, iso_code: 'CA', names: { en: 'California' } }],
      traits: { is_anycast: true },
    },
    place,
  ],
  [
    'MaxMind GeoIP2 Country',
    'city',
    {
      continent: { code: 'NA' },
      country: { iso_code: 'US', confidence: 99 },
      represented_country: { iso_code: 'DE', type: 'military' },
    },
    { countryCode: 'US' },
  ],
  [
    'MaxMind GeoIP2 Enterprise',
    'isp',
    {
      country: { iso_code: 'US', confidence: 99 },
      traits: {
        autonomous_system_number: 15_169,
        autonomous_system_organization: 'GOOGLE',
        connection_type: 'Cellular',
        domain: 'google.com',
        ip_risk_snapshot: 1,
        is_legitimate_proxy: true,
        isp: 'Google LLC',
        mobile_country_code: '310',
        mobile_network_code: '004',
        organization: 'Google',
        static_ip_score: 1.5,
        user_count: 1,
        user_type: 'cellular',
      },
    },
    { ...google, countryCode: 'US', isCellular: true },
  ],
  [
    'MaxMind GeoLite2 ASN',
    'asn',
    { autonomous_system_number: 15_169, autonomous_system_organization: 'Google LLC' },
    google,
  ],
  [
    'MaxMind GeoIP2 ISP',
    'isp',
    {
      autonomous_system_number: 15_169,
      autonomous_system_organization: 'GOOGLE',
      isp: 'Google LLC',
      organization: 'Google',
      mobile_country_code: '310',
      mobile_network_code: '004',
    },
    { ...google, isCellular: true },
  ],
  ['MaxMind GeoIP2 Connection-Type', 'connection', { connection_type: 'Cable/DSL' }, { isCellular: false }],
  [
    'DB-IP location and ISP',
    'isp',
    {
      city: { geoname_id: 1, names: { en: 'Mountain View (Googleplex)' } },
      continent: { code: 'NA', geoname_id: 6_255_149, names: { en: 'North America' } },
      country: { geoname_id: 6_252_001, is_in_european_union: false, iso_code: 'US', names: { en: 'United States' } },
      location: { latitude: 37.406, longitude: -122.0785, time_zone: 'America/Los_Angeles', weather_code: 'USCA0746' },
      postal: { code: '94043' },
      subdivisions: [{ geoname_id: 5_332_921, names: { en: 'California' } }, { names: { en: 'Santa Clara' } }],
      traits: {
        autonomous_system_number: 15_169,
        autonomous_system_organization: 'Google LLC',
        connection_type: 'Corporate',
        isp: 'Google LLC',
        organization: 'Google',
        user_type: 'hosting',
      },
    },
    { ...place, ...google, isCellular: false },
  ],
  [
    'IPinfo Lite',
    'asn',
    {
      as_domain: 'google.com',
      as_name: 'Google LLC',
      asn: 'AS15169',
      continent: 'North America',
      continent_code: 'NA',
      country: 'United States',
      country_code: 'US',
    },
    { ...google, countryCode: 'US', continentCode: 'NA' },
  ],
  [
    'IPinfo country and ASN, older',
    'asn',
    {
      as_domain: 'google.com',
      as_name: 'Google LLC',
      asn: 'AS15169',
      continent: 'NA',
      continent_name: 'North America',
      country: 'US',
      country_name: 'United States',
    },
    { ...google, countryCode: 'US', continentCode: 'NA' },
  ],
  [
    'IPinfo ASN',
    'asn',
    { asn: 'AS15169', domain: 'google.com', name: 'Google LLC', route: '8.8.8.0/24', type: 'hosting' },
    google,
  ],
  [
    'IPinfo location',
    'city',
    {
      city: 'Mountain View',
      country: 'US',
      geoname_id: '5375480',
      lat: '37.4060',
      lng: '-122.0785',
      postal_code: '94043',
      region: 'California',
      region_code: 'CA',
      timezone: 'America/Los_Angeles',
    },
    place,
  ],
  [
    'IPinfo Core',
    'city',
    {
      as_domain: 'google.com',
      as_name: 'Google LLC',
      as_type: 'hosting',
      asn: 'AS15169',
      city: 'Mountain View',
      continent: 'North America',
      continent_code: 'NA',
      country: 'United States',
      country_code: 'US',
      dma_code: '807',
      geoname_id: '5375480',
      is_anonymous: false,
      is_anycast: true,
      is_hosting: true,
      is_mobile: false,
      is_satellite: false,
      latitude: '37.4060',
      longitude: '-122.0785',
      postal_code: '94043',
      region: 'California',
      region_code: 'CA',
      timezone: 'America/Los_Angeles',
    },
    { ...place, ...google, isCellular: false },
  ],
  [
    'IPinfo Plus, nested',
    'city',
    {
      as: { asn: 'AS15169', domain: 'google.com', last_changed: '2025-01-01', name: 'Google LLC', type: 'hosting' },
      geo: {
        city: 'Mountain View',
        continent: 'North America',
        continent_code: 'NA',
        country: 'United States',
        country_code: 'US',
        latitude: 37.406,
        longitude: -122.0785,
        postal_code: '94043',
        radius: 10,
        region: 'California',
        region_code: 'CA',
        timezone: 'America/Los_Angeles',
      },
      is_mobile: true,
      mobile: { mcc: '310', mnc: '004', name: 'Verizon' },
    },
    { ...place, ...google, isCellular: true },
  ],
  [
    'IPinfo carrier',
    'connection',
    { carrier: 'Verizon', country: 'US', mcc: '310', mnc: '004' },
    { ISP: 'Verizon', isCellular: true },
  ],
  [
    'IPinfo, with the names of its API',
    'city',
    {
      city: 'Mountain View',
      country: 'US',
      loc: '37.4060,-122.0785',
      org: 'AS15169 Google LLC',
      postal: '94043',
      region: 'California',
      timezone: 'America/Los_Angeles',
    },
    { ...place, ...google },
  ],
  [
    'IP2Location, flat',
    'city',
    {
      address_type: 'A',
      area_code: '650',
      as: 'Google LLC',
      asn: '15169',
      category: 'IAB19-11',
      city_name: 'Mountain View',
      country_code: 'US',
      country_name: 'United States of America',
      district: 'Santa Clara County',
      domain: 'google.com',
      elevation: 32,
      idd_code: '1',
      isp: 'Google LLC',
      latitude: 37.406,
      longitude: -122.0785,
      mcc: '-',
      mnc: '-',
      mobile_brand: '-',
      net_speed: 'T1',
      region_name: 'California',
      time_zone: '-07:00',
      usage_type: 'DCH',
      weather_station_code: 'USCA0746',
      weather_station_name: 'Mountain View',
      zip_code: '94043',
    },
    { ...place, ...google, isCellular: false },
  ],
  [
    'IP2Location, a mobile network',
    'connection',
    { country_code: 'US', mcc: '310', mnc: '004', mobile_brand: 'Verizon', usage_type: 'MOB' },
    { isCellular: true },
  ],
  [
    'IP2Location LITE, nested',
    'city',
    {
      city: { names: { en: 'Mountain View' } },
      country: { iso_code: 'US', names: { en: 'United States of America' } },
      location: { latitude: 37.406, longitude: -122.0785, time_zone: '-07:00' },
      postal: { code: '94043' },
      subdivisions: [{ names: { en: 'California' } }],
    },
    place,
  ],
  [
    'ip-location-db',
    'city',
    {
      city: 'Mountain View',
      country_code: 'US',
      latitude: 37.406,
      longitude: -122.0785,
      postcode: '94043',
      state1: 'California',
      state2: 'Santa Clara',
      timezone: 'America/Los_Angeles',
    },
    place,
  ],
  [
    'IPLocate country',
    'city',
    { continent_code: 'NA', country_code: 'US', country_name: 'United States' },
    { countryCode: 'US' },
  ],
  [
    'IPLocate ASN',
    'asn',
    { asn: 15_169, country_code: 'US', domain: 'google.com', name: 'GOOGLE', org: 'Google LLC' },
    google,
  ],
  [
    'ipapi.is',
    'city',
    {
      accuracy: 1,
      calling_code: '1',
      city: 'Mountain View',
      continent: 'NA',
      country: 'United States',
      country_code: 'US',
      currency_code: 'USD',
      is_eu_member: false,
      latitude: 37.406,
      longitude: -122.0785,
      state: 'California',
      timezone: 'America/Los_Angeles',
      zip: '94043',
    },
    place,
  ],
  [
    'ipgeolocation.io',
    'city',
    {
      city: { name: { en: 'Mountain View', de: 'Mountain View' } },
      continent: { code: 'NA' },
      country: { code_iso_2: 'US', code_iso_3: 'USA', name: { en: 'United States' } },
      isp: 'Google LLC',
      as_number: 'AS15169',
      latitude: '37.4060',
      longitude: '-122.0785',
      state: { name: { en: 'California' }, code: 'US-CA' },
      time_zone: { name: 'America/Los_Angeles' },
      zip_code: '94043',
    },
    { ...place, ...google },
  ],
  [
    'GeoOpen',
    'city',
    {
      country: { iso_code: 'US', AutonomousSystemNumber: '15169', AutonomousSystemOrganization: 'Google LLC' },
      country_info: { Country: 'United States', 'Latitude (average)': '38' },
    },
    { ...google, countryCode: 'US' },
  ],
  [
    'ip-api',
    'city',
    {
      as: 'AS15169 Google LLC',
      city: 'Mountain View',
      continentCode: 'NA',
      country: 'United States',
      countryCode: 'US',
      isp: 'Google LLC',
      lat: 37.406,
      lon: -122.0785,
      mobile: true,
      region: 'CA',
      regionName: 'California',
      timezone: 'America/Los_Angeles',
      zip: '94043',
    },
    { ...place, ...google, isCellular: true },
  ],
];

it.each(samples)('a record as the vendor documents it is read whole %s', (_vendor, kind, record, expected) => {
  const { found, said } = read(record, kind);
  expect(found).toMatchObject(expected);
  expect(said).toEqual([]);
});

describe('no field is lost for its spelling', () => {
  it.each<[string, MmdbValue, Record<string, unknown>]>([
    [
      'a postal code that is a number',
      { country: { iso_code: 'US' }, postal: { code: 94_043 } },
      { postalCode: '94043' },
    ],
    ['one that began with a zero', { country: { iso_code: 'US' }, postal_code: 1001 }, { postalCode: '01001' }],
    ['one of a country where codes have letters', { country_code: 'GB', zip: 5 }, { postalCode: '5' }],
    [
      'a state with a code and no name',
      { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'CA' }] },
      { stateCode: 'CA' },
    ],
    [
      'a state whose name is not English',
      { country: { iso_code: 'DE' }, subdivisions: [{ names: { de: 'Bayern' } }] },
      { stateName: 'Bayern', stateCode: 'BY' },
    ],
    [
      'a city whose name is not English',
      { country: { iso_code: 'JP' }, city: { names: { ja: '大阪市', fr: 'Osaka' } } },
      { city: 'Osaka' },
    ],
    [
      'a city whose name is in other letters alone',
      { country: { iso_code: 'JP' }, city: { names: { ja: '大阪市' } } },
      { city: '大阪市' },
    ],
    ['a country by its name alone', { country_name: 'France' }, { countryCode: 'FR' }],
    ['a country in lower case', { country_code: 'fr' }, { countryCode: 'FR' }],
    [
      'coordinates as text',
      { country_code: 'US', city: 'X', latitude: '37.4060', lon: '-122.0785' },
      { latitude: '37.406' },
    ],
  ])('%s', (_what, record, expected) => expect(read(record).found).toMatchObject(expected));

  it.each<[string, MmdbValue, string]>([
    ['a postal code of zero', { country_code: 'US', postal_code: 0 }, 'postalCode'],
    ['a postal code that is a fraction', { country_code: 'US', postal_code: 1.5 }, 'postalCode'],
    ['coordinates in one text that are three', { country_code: 'US', city: 'X', loc: '1,2,3' }, 'latitude'],
    ['a name of a country that is none', { country: 'Atlantis' }, 'countryCode'],
    ['a provider of homes and phones', { country_code: 'US', usage_type: 'ISP/MOB' }, 'isCellular'],
  ])('%s says nothing', (_what, record, field) =>
    expect(read({ ...(record as object), asn: 1 }, 'asn').found[field]).toBeUndefined(),
  );
});

describe('fields under names that nobody knows', () => {
  it('are told once, with the file and its setting', () => {
    const record = { country_code: 'US', stadt: 'Berlin', ort: { plz: '10115' }, leer: '', kein: '-' };
    const { said } = read(record);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('(Vendor) has fields that the service does not read: ort.plz, stadt.');
    expect(said[0]).toContain('GEO_CITY_DB: ');
  });

  it('are told without what could move a terminal', () => {
    const { said } = read({ country_code: 'US', 'a\u{1b}[2Jb': 'x' });
    expect(said[0]).toContain('a?[2Jb');
  });
});
