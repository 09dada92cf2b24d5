import { describe, expect, it } from 'vitest';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { about } from './geo-facts.ts';

const geo = openGeoData({}, '/nowhere');
const isThere = geo.inUse.length === 3;
if (!isThere) console.log('Skipped: the geo data of npm are not installed (npm ci without --omit=optional).');

describe.runIf(isThere)('the data that come with npm ci', () => {
  it.each([
    [
      '212.27.48.10',
      { countryCode: 'FR', city: 'Paris', stateCode: 'IDF', airportCode: 'CDG', ASN: 12322, ISP: 'Free SAS' },
    ],
    [
      '8.8.8.8',
      { countryCode: 'US', city: 'Mountain View', stateCode: 'CA', timezone: 'America/Los_Angeles', ASN: 15169 },
    ],
    ['2400:4050::1', { countryCode: 'JP', city: 'Osaka', stateCode: '27', currencyCode: 'JPY', ASN: 4713 }],
    ['2a01:e00::1', { countryCode: 'FR', ASN: 12322 }],
    ['2001:500:30ff::1', { ASN: 396585 }],
    ['::ffff:212.27.48.10', { city: 'Paris' }],
  ])('know %s', (text, expected) => {
    expect(about(geo, text)).toMatchObject(expected);
  });

  it('know no postal code, and nothing of a network that is not announced', () => {
    expect(about(geo, '212.27.48.10')).not.toHaveProperty('postalCode');
    expect(about(geo, '122.80.0.1')).not.toHaveProperty('ASN');
  });

  it('have a date, and ask for a link to DB-IP', () => {
    for (const { builtAt } of geo.inUse) expect(builtAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(geo.attributions.map(({ url }) => url)).toEqual(['https://db-ip.com']);
  });
});
