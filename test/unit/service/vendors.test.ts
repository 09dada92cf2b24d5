import { describe, expect, it } from 'vitest';
import type { DataKind } from '../../../src/service/geo/data-kinds.ts';
import type { MmdbValue } from '../../support/mmdb-writer.ts';
import { about, openDatabases } from './geo-facts.ts';
import { keepLog } from './log-lines.ts';

/** What the service knows of 8.8.8.8, and what it says about the file. */
function read(record: MmdbValue, kind: DataKind = 'city') {
  const logged = keepLog();
  const database = { databaseType: 'Vendor', networks: { '8.8.8.0/24': record } };
  return { found: about(openDatabases({ [kind]: [database] })), said: logged().map(({ message }) => String(message)) };
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
const placeAndGoogle = { ...place, ...google };
const onCable = { ...placeAndGoogle, isCellular: false };
const phone = { isCellular: true };
const onPhone = { ...placeAndGoogle, ...phone };
const usa = { countryCode: 'US' };
const enterprise = { ...google, ...phone, ...usa };

// What several vendors write alike.
const numbers = { latitude: 37.406, longitude: -122.0785 };
const texts = { latitude: '37.4060', longitude: '-122.0785' };
const city = { names: { en: 'Mountain View' } };
const names = { en: 'United States' };
const continent = { code: 'NA', geoname_id: 6_255_149, names: { en: 'North America' } };
const postal = { code: '94043' };
const inUsa = { continent: 'North America', continent_code: 'NA', country: 'United States', country_code: 'US' };
const inCalifornia = { city: 'Mountain View', region: 'California', timezone: 'America/Los_Angeles' };
const network = { autonomous_system_number: 15_169, autonomous_system_organization: 'GOOGLE' };
const provider = { ...network, isp: 'Google LLC', organization: 'Google' };
const mobileNetwork = { mobile_country_code: '310', mobile_network_code: '004' };
const asGoogle = { as_domain: 'google.com', as_name: 'Google LLC', asn: 'AS15169' };

describe('a record as the vendor documents it, with all fields of the sample, is read whole', () => {
  const isRead = (vendor: string, kind: DataKind, expected: Record<string, unknown>, record: MmdbValue) =>
    it(vendor, () => {
      const { found, said } = read(record, kind);
      expect(found).toMatchObject(expected);
      expect(said).toEqual([]);
    });

  isRead('MaxMind GeoIP2 City', 'city', place, {
    city: { geoname_id: 5_375_480, names: { de: 'Mountain View', en: 'Mountain View', ja: 'マウンテンビュー' } },
    continent,
    country: { geoname_id: 6_252_001, iso_code: 'US', names: { en: 'United States', ru: 'США' } },
    location: { ...numbers, accuracy_radius: 1000, metro_code: 807, time_zone: 'America/Los_Angeles' },
    postal,
    registered_country: { geoname_id: 6_252_001, iso_code: 'US', names },
    subdivisions: [{ geoname_id: 5_332_921, iso_code: 'CA', names: { en: 'California' } }],
    traits: { is_anycast: true },
  });
  isRead('MaxMind GeoIP2 Country', 'city', usa, {
    continent: { code: 'NA' },
    country: { iso_code: 'US', confidence: 99 },
    represented_country: { iso_code: 'DE', type: 'military' },
  });
  isRead('MaxMind GeoIP2 Enterprise', 'isp', enterprise, {
    country: { iso_code: 'US', confidence: 99 },
    traits: {
      ...provider,
      ...mobileNetwork,
      connection_type: 'Cellular',
      domain: 'google.com',
      ip_risk_snapshot: 1,
      is_legitimate_proxy: true,
      static_ip_score: 1.5,
      user_count: 1,
      user_type: 'cellular',
    },
  });
  isRead('MaxMind GeoLite2 ASN', 'asn', google, { ...network, autonomous_system_organization: 'Google LLC' });
  isRead('MaxMind GeoIP2 ISP', 'isp', { ...google, ...phone }, { ...provider, ...mobileNetwork });
  isRead('MaxMind GeoIP2 Connection-Type', 'connection', { isCellular: false }, { connection_type: 'Cable/DSL' });
  isRead('DB-IP location and ISP', 'isp', onCable, {
    city: { geoname_id: 1, names: { en: 'Mountain View (Googleplex)' } },
    continent,
    country: { geoname_id: 6_252_001, is_in_european_union: false, iso_code: 'US', names },
    location: { ...numbers, time_zone: 'America/Los_Angeles', weather_code: 'USCA0746' },
    postal,
    subdivisions: [{ geoname_id: 5_332_921, names: { en: 'California' } }, { names: { en: 'Santa Clara' } }],
    traits: {
      ...provider,
      autonomous_system_organization: 'Google LLC',
      connection_type: 'Corporate',
      user_type: 'hosting',
    },
  });

  const googleInUsa = { ...google, countryCode: 'US', continentCode: 'NA' };
  isRead('IPinfo Lite', 'asn', googleInUsa, { ...asGoogle, ...inUsa });
  isRead('IPinfo country and ASN, older', 'asn', googleInUsa, {
    ...asGoogle,
    continent: 'NA',
    continent_name: 'North America',
    country: 'US',
    country_name: 'United States',
  });
  isRead('IPinfo ASN', 'asn', google, {
    asn: 'AS15169',
    domain: 'google.com',
    name: 'Google LLC',
    route: '8.8.8.0/24',
    type: 'hosting',
  });
  isRead('IPinfo location', 'city', place, {
    ...inCalifornia,
    country: 'US',
    geoname_id: '5375480',
    lat: '37.4060',
    lng: '-122.0785',
    postal_code: '94043',
    region_code: 'CA',
  });
  isRead('IPinfo Core', 'city', onCable, {
    ...asGoogle,
    ...inUsa,
    ...inCalifornia,
    ...texts,
    as_type: 'hosting',
    dma_code: '807',
    geoname_id: '5375480',
    is_anonymous: false,
    is_anycast: true,
    is_hosting: true,
    is_mobile: false,
    is_satellite: false,
    postal_code: '94043',
    region_code: 'CA',
  });
  isRead('IPinfo Plus, nested', 'city', onPhone, {
    as: { asn: 'AS15169', domain: 'google.com', last_changed: '2025-01-01', name: 'Google LLC', type: 'hosting' },
    geo: { ...inUsa, ...inCalifornia, ...numbers, postal_code: '94043', radius: 10, region_code: 'CA' },
    is_mobile: true,
    mobile: { mcc: '310', mnc: '004', name: 'Verizon' },
  });
  const carrier = { carrier: 'Verizon', country: 'US', mcc: '310', mnc: '004' };
  isRead('IPinfo carrier', 'connection', { ISP: 'Verizon', isCellular: true }, carrier);
  isRead('IPinfo, with the names of its API', 'city', placeAndGoogle, {
    ...inCalifornia,
    country: 'US',
    loc: '37.4060,-122.0785',
    org: 'AS15169 Google LLC',
    postal: '94043',
  });

  isRead('IP2Location, flat', 'city', onCable, {
    ...numbers,
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
  });
  isRead('IP2Location, a mobile network', 'connection', phone, {
    country_code: 'US',
    mcc: '310',
    mnc: '004',
    mobile_brand: 'Verizon',
    usage_type: 'MOB',
  });
  isRead('IP2Location LITE, nested', 'city', place, {
    city,
    country: { iso_code: 'US', names: { en: 'United States of America' } },
    location: { ...numbers, time_zone: '-07:00' },
    postal,
    subdivisions: [{ names: { en: 'California' } }],
  });
  isRead('ip-location-db', 'city', place, {
    ...numbers,
    city: 'Mountain View',
    country_code: 'US',
    postcode: '94043',
    state1: 'California',
    state2: 'Santa Clara',
    timezone: 'America/Los_Angeles',
  });
  isRead('IPLocate country', 'city', usa, {
    continent_code: 'NA',
    country_code: 'US',
    country_name: 'United States',
  });
  isRead('IPLocate ASN', 'asn', google, {
    asn: 15_169,
    country_code: 'US',
    domain: 'google.com',
    name: 'GOOGLE',
    org: 'Google LLC',
  });
  isRead('ipapi.is', 'city', place, {
    ...numbers,
    accuracy: 1,
    calling_code: '1',
    city: 'Mountain View',
    continent: 'NA',
    country: 'United States',
    country_code: 'US',
    currency_code: 'USD',
    is_eu_member: false,
    state: 'California',
    timezone: 'America/Los_Angeles',
    zip: '94043',
  });
  isRead('ipgeolocation.io', 'city', placeAndGoogle, {
    ...texts,
    city: { name: { en: 'Mountain View', de: 'Mountain View' } },
    continent: { code: 'NA' },
    country: { code_iso_2: 'US', code_iso_3: 'USA', name: names },
    isp: 'Google LLC',
    as_number: 'AS15169',
    state: { name: { en: 'California' }, code: 'US-CA' },
    time_zone: { name: 'America/Los_Angeles' },
    zip_code: '94043',
  });
  isRead('GeoOpen', 'city', googleInUsa, {
    country: { iso_code: 'US', AutonomousSystemNumber: '15169', AutonomousSystemOrganization: 'Google LLC' },
    country_info: { Country: 'United States', 'Latitude (average)': '38' },
  });
  isRead('ip-api', 'city', onPhone, {
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
  });
});

describe('no field is lost for its spelling', () => {
  const us = { iso_code: 'US' };
  it.each<[string, MmdbValue, Record<string, unknown>]>([
    ['a postal code that is a number', { country: us, postal: { code: 94_043 } }, { postalCode: '94043' }],
    ['one that began with a zero', { country: us, postal_code: 1001 }, { postalCode: '01001' }],
    ['one of a country where codes have letters', { country_code: 'GB', zip: 5 }, { postalCode: '5' }],
    ['a state with a code and no name', { country: us, subdivisions: [{ iso_code: 'CA' }] }, { stateCode: 'CA' }],
    [
      'a state whose name is not English',
      { country_code: 'DE', subdivisions: [{ names: { de: 'Bayern' } }] },
      { stateName: 'Bayern', stateCode: 'BY' },
    ],
    [
      'a city whose name is not English',
      { country_code: 'JP', city: { names: { ja: '大阪市', fr: 'Osaka' } } },
      { city: 'Osaka' },
    ],
    [
      'a city whose name is in other letters alone',
      { country_code: 'JP', city: { names: { ja: '大阪市' } } },
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
