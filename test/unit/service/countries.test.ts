import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { temporaryDirectory, writeDatabase } from './running-service.ts';

/** Countries that go wrong elsewhere, with all that follows from the code alone. */
const oddCountries: Record<string, Record<string, unknown>> = {
  // In the euro since 2023 and 2026.
  HR: {
    continentCode: 'EU',
    countryName: 'Croatia',
    region: 'Southern Europe',
    nationalCapital: 'Zagreb',
    isEU: true,
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 385,
    language: 'hr-HR',
  },
  BG: {
    continentCode: 'EU',
    countryName: 'Bulgaria',
    region: 'Eastern Europe',
    nationalCapital: 'Sofia',
    isEU: true,
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 359,
    language: 'bg-BG',
  },
  // No ISO code, but everywhere in use.
  XK: {
    continentCode: 'EU',
    countryName: 'Kosovo',
    region: 'Southern Europe',
    nationalCapital: 'Pristina',
    isEU: false,
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 383,
    language: 'sq-XK',
  },
  // The Caribbean guilder since 2025; a calling code shared with Bonaire, and one with North America.
  CW: {
    continentCode: 'NA',
    countryName: 'Curaçao',
    region: 'Caribbean',
    nationalCapital: 'Willemstad',
    isEU: false,
    currencyCode: 'XCG',
    currencySymbol: 'Cg',
    callingCode: 599,
    language: 'nl-CW',
  },
  SX: {
    continentCode: 'NA',
    countryName: 'Sint Maarten',
    region: 'Caribbean',
    nationalCapital: 'Philipsburg',
    isEU: false,
    currencyCode: 'XCG',
    currencySymbol: 'Cg',
    callingCode: 1,
    language: 'en-SX',
  },
  // The gold-backed dollar since 2024.
  ZW: {
    continentCode: 'AF',
    countryName: 'Zimbabwe',
    region: 'Eastern Africa',
    nationalCapital: 'Harare',
    isEU: false,
    currencyCode: 'ZWG',
    callingCode: 263,
    language: 'en-ZW',
  },
  // Shares its calling code with Russia.
  KZ: {
    continentCode: 'AS',
    countryName: 'Kazakhstan',
    region: 'Central Asia',
    nationalCapital: 'Astana',
    isEU: false,
    currencyCode: 'KZT',
    currencySymbol: '₸',
    callingCode: 7,
    language: 'kk-KZ',
  },
  DO: {
    continentCode: 'NA',
    countryName: 'Dominican Republic',
    region: 'Caribbean',
    nationalCapital: 'Santo Domingo',
    isEU: false,
    currencyCode: 'DOP',
    callingCode: 1,
    language: 'es-DO',
  },
  // In the Union, at the other end of the world; and in the Union, with its own people and language.
  RE: {
    continentCode: 'AF',
    countryName: 'Réunion',
    region: 'Eastern Africa',
    nationalCapital: 'Saint-Denis',
    isEU: true,
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 262,
    language: 'fr-RE',
  },
  AX: {
    continentCode: 'EU',
    countryName: 'Åland Islands',
    region: 'Northern Europe',
    nationalCapital: 'Mariehamn',
    isEU: true,
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 358,
    language: 'sv-AX',
  },
  // Nobody's.
  AQ: { continentCode: 'AN', countryName: 'Antarctica', isEU: false, callingCode: 672 },
  HK: {
    continentCode: 'AS',
    countryName: 'Hong Kong',
    region: 'Eastern Asia',
    nationalCapital: 'Hong Kong',
    isEU: false,
    currencyCode: 'HKD',
    currencySymbol: '$',
    callingCode: 852,
    language: 'zh-HK',
  },
  CH: {
    continentCode: 'EU',
    countryName: 'Switzerland',
    region: 'Western Europe',
    nationalCapital: 'Bern',
    isEU: false,
    currencyCode: 'CHF',
    currencySymbol: 'CHF',
    callingCode: 41,
    language: 'de-CH',
  },
  GB: {
    continentCode: 'EU',
    countryName: 'United Kingdom',
    region: 'Northern Europe',
    nationalCapital: 'London',
    isEU: false,
    currencyCode: 'GBP',
    currencySymbol: '£',
    callingCode: 44,
    language: 'en-GB',
  },
  RU: {
    continentCode: 'EU',
    countryName: 'Russia',
    region: 'Eastern Europe',
    nationalCapital: 'Moscow',
    isEU: false,
    currencyCode: 'RUB',
    currencySymbol: '₽',
    callingCode: 7,
    language: 'ru-RU',
  },
  BL: { continentCode: 'NA', isEU: false, currencyCode: 'EUR' },
  GF: { continentCode: 'SA', isEU: true, currencyCode: 'EUR', callingCode: 594 },
  MF: { continentCode: 'NA', isEU: true, currencyCode: 'EUR' },
  GI: { isEU: false, currencyCode: 'GIP', callingCode: 350 },
};

const derived = [
  'continentCode',
  'countryName',
  'region',
  'nationalCapital',
  'isEU',
  'currencyCode',
  'currencySymbol',
  'callingCode',
  'language',
];

describe('what follows from a country', () => {
  it.each(Object.keys(oddCountries))('is right for %s', (iso_code) => {
    const found = lookUp({ country: { iso_code } });
    expect(found).toMatchObject({ countryCode: iso_code, ...oddCountries[iso_code] });
  });

  it('leaves out what Antarctica does not have', () => {
    expect(Object.keys(lookUp({ country: { iso_code: 'AQ' } })).filter((name) => derived.includes(name))).toEqual([
      'continentCode',
      'countryName',
      'isEU',
      'callingCode',
    ]);
  });

  it('is that of the United Kingdom in Northern Ireland', () => {
    const record = {
      country: { iso_code: 'GB', is_in_european_union: false },
      city: { names: { en: 'Belfast' } },
      subdivisions: [{ iso_code: 'NIR', names: { en: 'Northern Ireland' } }],
      location: { latitude: 54.5973, longitude: -5.9301 },
    };
    expect(lookUp(record)).toMatchObject({
      countryCode: 'GB',
      stateCode: 'NIR',
      isEU: false,
      currencyCode: 'GBP',
      timezone: 'Europe/London',
      airportCode: 'BFS',
    });
  });
});

function lookUp(record: Parameters<typeof writeDatabase>[1]['networks'][string]): Record<string, unknown> {
  const directory = temporaryDirectory();
  const path = writeDatabase(directory, { databaseType: 'Odd', networks: { '8.8.8.0/24': record } });
  const address = parseAddress('8.8.8.8');
  if (address === undefined) throw new Error('no address');
  return JSON.parse(JSON.stringify(openGeoData({ city: [path], asn: [] }, directory).about(address).fields)) as Record<
    string,
    unknown
  >;
}
