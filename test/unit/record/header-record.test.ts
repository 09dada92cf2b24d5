import { describe, expect, it } from 'vitest';
import { countries } from '../../../src/record/countries.ts';
import { continentNames } from '../../../src/record/country-fields.ts';
import { headerRecord } from '../../../src/record/header-record.ts';

describe('the record of a response header', () => {
  it.each(Object.entries(countries))('has of %s what the table of countries has', (code, country) => {
    const { continent, currency, isEU } = country;
    expect(headerRecord(code, true)).toEqual({
      countryCode: code,
      continentName: continentNames[continent],
      continentCode: continent,
      isEU,
      ...(currency && { currencyCode: currency }),
    });
  });

  it('has a state beside its country', () =>
    expect(headerRecord('US-CA', true)).toEqual({ ...headerRecord('US', true), stateCode: 'CA' }));

  it('has no state where it is not to have one', () =>
    expect(headerRecord('US-CA', false)).toEqual(headerRecord('US', true)));

  it('is none for codes that no country has, however they lie in the table', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const known = letters.flatMap((one) => letters.map((two) => one + two)).filter((code) => headerRecord(code, true));
    expect(known).toEqual(Object.keys(countries).sort());
  });

  it.each([
    ['of no country', ['', 'F', 'FRA', 'XX', 'T1', 'ZZ', 'EU', '..', '/E']],
    ['in other letters', ['fr', 'Fr', 'US-ca', 'ＦＲ', 'U\u0130']],
    ['with something around them', ['FR-', 'FR-ABCD', 'US-CA-LA', 'FR ', ' FR', 'FR\n']],
  ])('is none for codes %s: %j', (_which, places) =>
    expect(places.filter((place) => headerRecord(place, true) !== undefined)).toEqual([]),
  );
});
