import { describe, expect, it } from 'vitest';
import { packedCountryFields } from '../../../src/record/packed-countries.ts';
import { type Choice, countriesNamed, parseVisitorWords } from '../../../src/rules/visitor-words.ts';
import { partsOf } from '../../support/listed.ts';

function read(words: unknown): { choice: Choice | undefined; mistakes: string[] } {
  const mistakes: string[] = [];
  const choice = parseVisitorWords(words, packedCountryFields, (code) => mistakes.push(code));
  return { choice, mistakes };
}

describe('a visitor in words', () => {
  it.each(['JP', ' jp ', 'country: JP', 'Country: jp', 'countryCode: JP', { country: 'JP' }, { countryCode: 'JP' }])(
    '%j is a visitor from Japan with all that follows from it',
    (words) => {
      const { choice } = read(words);
      expect(choice).toMatchObject({
        place: true,
        fields: { countryCode: 'JP', countryName: 'Japan', currencyCode: 'JPY', continentCode: 'AS', isEU: false },
      });
      expect(choice?.fields).not.toHaveProperty('city');
    },
  );

  const california = ['US-CA', 'us-ca', 'country: US; state: CA', 'country: US-CA', 'state: US-CA'];
  it.each([...california, { country: 'US', state: 'CA' }])('%j is a visitor from California', (words) => {
    expect(read(words).choice).toMatchObject({
      place: true,
      fields: { countryCode: 'US', stateCode: 'CA', currencyCode: 'USD' },
    });
  });

  it.each(['FR-ARA', 'country: FR-ARA', 'state: FR-ARA', { country: 'FR-ARA' }])(
    '%j is a visitor from a state whose code has three letters',
    (words) => {
      expect(read(words).choice).toMatchObject({ place: true, fields: { countryCode: 'FR', stateCode: 'ARA' } });
    },
  );

  it.each([
    ['JP', ['JP']],
    ['country: UK; currency: USD', ['GB']],
    ['us-ca', ['US']],
    ['state: US-CA', ['US']],
    [{ country: 'FR', state: 'ARA' }, ['FR']],
    ['country: ZZ', ['ZZ']],
    ['state: CA', []],
    ['currency: USD; city: Aix-en-Provence', []],
    ['unknown', []],
    [undefined, []],
  ])('%j names the countries %j', (words, countries) => expect(countriesNamed(words)).toEqual(countries));

  it('lets what is named win over what follows from the country, in either order', () => {
    for (const words of ['country: JP; currency: USD', 'currency: usd; country: JP'])
      expect(read(words).choice?.fields).toMatchObject({ countryCode: 'JP', currencyCode: 'USD' });
  });

  it('drops nothing where no place is named', () => {
    expect(read('device: mobile; mobile: yes').choice).toEqual({
      place: false,
      fields: { deviceType: 'mobile', isMobile: true },
    });
    expect(read('currency: USD').choice).toEqual({ place: false, currency: true, fields: { currencyCode: 'USD' } });
  });

  it.each(['unknown', ' Unknown '])('%j is a choice like any other: a place that is not known', (words) => {
    expect(read(words).choice).toEqual({ place: true, fields: {} });
  });

  it.each([
    ['mobile', true],
    ['mobile: yes', true],
    ['mobile: TRUE', true],
    ['mobile: no', false],
    ['mobile: false', false],
    [{ mobile: true }, true],
    [{ isMobile: false }, false],
  ])('%j has a yes/no of %s', (words, isMobile) => expect(read(words).choice?.fields).toEqual({ isMobile }));

  it('keeps a colon in a value', () => expect(read('city: a: b').choice?.fields).toEqual({ city: 'a: b' }));
});

describe('words that are not understood', () => {
  const texts = [
    ...partsOf(`
      ; | Japan | XX | T1 | ZZ | country: Japan | country: JP DE | country: JP, DE | country: | country: * |
      not-country: JP | group: dach | planet: mars | eu: maybe | JP; planet: mars | constructor: JP | __proto__: x
    `),
    '',
    '  ',
  ];
  const objects: unknown[] = [
    {},
    { planet: 'mars' },
    { country: null },
    { country: {} },
    { city: 42 },
    { constructor: 'JP' },
  ];
  const others: unknown[] = [null, undefined, 42, true, [], ...objects, () => 'JP'];
  it.each([...texts, ...others].map((words) => ({ words })))('$words is named and chooses nothing', ({ words }) => {
    const { choice, mistakes } = read(words);
    expect(choice).toBeUndefined();
    expect(mistakes).toEqual(['unusable-visitor']);
  });
});
