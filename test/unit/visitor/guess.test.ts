import { describe, expect, it } from 'vitest';
import { countries } from '../../../src/record/countries.ts';
import { countryOf } from '../../../src/widget/visitor/guess.ts';

describe('the country of a zone and a language', () => {
  it.each([
    ['Asia/Tokyo', 'en-US', 'JP'],
    ['Europe/Paris', 'fr', 'FR'],
    ['America/Argentina/Buenos_Aires', 'es', 'AR'],
    ['America/Buenos_Aires', 'es', 'AR'],
    ['Asia/Calcutta', 'hi', 'IN'],
    ['Asia/Kolkata', 'hi', 'IN'],
    ['Europe/Kyiv', 'uk', 'UA'],
    ['Asia/Jerusalem', 'he', 'IL'],
    ['America/Indiana/Knox', 'en-US', 'US'],
    ['Atlantic/Reykjavik', 'is', 'IS'],
    ['Europe/Zurich', 'de-DE', 'CH'],
    ['Europe/Newtown', 'pt-BR', 'BR'],
  ])('%s with %s is %s', (zone, language, country) => expect(countryOf(zone, language)).toBe(country));

  it.each([
    ['UTC', 'en-US'],
    ['Etc/UTC', 'en-US'],
    ['Etc/GMT+5', 'en-US'],
    ['Atlantic/Reykjavik', 'en-US'],
    ['Europe/Newtown', 'pt'],
    ['', 'de'],
  ])("%s with %s is nobody's", (zone, language) => expect(countryOf(zone, language)).toBeUndefined());

  it('is a country of the record for every zone that the platform knows', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter(
      (zone) => /^(Africa|America|Asia|Australia|Europe|Indian|Pacific)\//.test(zone) && zone !== 'Africa/El_Aaiun',
    );
    expect(zones.length).toBeGreaterThan(380);
    expect(zones.filter((zone) => !Object.hasOwn(countries, countryOf(zone, 'is') ?? ''))).toEqual([]);
  });
});
