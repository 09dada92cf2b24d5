import { expect, it } from 'vitest';
import { factsOf } from './geo-facts.ts';

it.each([
  { countryCode: 'XK', countryName: 'Kosovo', currencyCode: 'EUR', currencySymbol: '€', language: 'sq-XK' },
  { countryCode: 'CW', countryName: 'Curaçao', currencyCode: 'XCG', currencySymbol: 'Cg', callingCode: 599 },
  { countryCode: 'CH', countryName: 'Switzerland', currencyCode: 'CHF', currencySymbol: 'CHF', language: 'de-CH' },
])('what follows from a country is right for $countryCode', (fields) => {
  expect(factsOf({ country: { iso_code: fields.countryCode } })).toMatchObject(fields);
});

it('what Antarctica does not have is left out', () => {
  expect(factsOf({ country: { iso_code: 'AQ' } })).toEqual({
    continentName: 'Antarctica',
    continentCode: 'AN',
    countryName: 'Antarctica',
    countryCode: 'AQ',
    isEU: false,
    callingCode: 672,
  });
});

it('what follows from Northern Ireland is that of the United Kingdom', () => {
  const record = {
    country: { iso_code: 'GB', is_in_european_union: false },
    city: { names: { en: 'Belfast' } },
    subdivisions: [{ iso_code: 'NIR', names: { en: 'Northern Ireland' } }],
    location: { latitude: 54.5973, longitude: -5.9301 },
  };
  expect(factsOf(record)).toMatchObject({
    countryCode: 'GB',
    stateCode: 'NIR',
    isEU: false,
    currencyCode: 'GBP',
    timezone: 'Europe/London',
    airportCode: 'BFS',
  });
});
