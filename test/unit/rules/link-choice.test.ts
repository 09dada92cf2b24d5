import { describe, expect, it } from 'vitest';
import { packedCountryFields } from '../../../src/record/packed-countries.ts';
import { statesOf } from '../../../src/record/states.ts';
import { hostileLinks } from '../../support/hostile-links.ts';
import { choiceOfLink, parseLinkChoice, textOfLink } from '../../../src/rules/link-choice.ts';
import { partsOf } from '../../support/listed.ts';

function read(text: string) {
  const link = parseLinkChoice(text);
  const country = link?.country ?? '';
  const fields = packedCountryFields(country);
  const choice = link && choiceOfLink(link, fields && { fields, states: statesOf(country) });
  return choice && { ...choice, words: textOfLink(link) };
}

describe('a link', () => {
  it.each(hostileLinks)('takes nothing from %j', (value) => expect(read(value)).toBeUndefined());

  it.each([
    ['DE', 'DE'],
    [' de ', 'DE'],
    ['country: DE', 'DE'],
    ['Country:de', 'DE'],
    ['UK', 'GB'],
    ['country: el', 'GR'],
    ['US-CA', 'US-CA'],
    ['state: us-ca', 'US-CA'],
    ['country: US; state: CA', 'US-CA'],
    ['FR-ARA', 'FR-ARA'],
    ['JP-13', 'JP-13'],
    ['currency: EUR', 'currency: EUR'],
    ['eur', 'currency: EUR'],
    ['country: CH; currency: EUR', 'CH; currency: EUR'],
    ['currency:EUR;country:CH', 'CH; currency: EUR'],
    ['unknown', 'unknown'],
    ['unknown; currency: USD', 'unknown; currency: USD'],
  ])('may carry %j', (text, words) => expect(read(text)?.words).toBe(words));

  it('has its country with all that follows from it, and drops the place', () => {
    expect(read('CH; currency: EUR')).toMatchObject({
      place: true,
      fields: { countryCode: 'CH', countryName: 'Switzerland', currencyCode: 'EUR', isEU: false },
    });
    expect(read('US-CA')?.fields).toMatchObject({ countryCode: 'US', stateCode: 'CA' });
    expect(read('unknown')).toMatchObject({ place: true, fields: {} });
    expect(read('EUR')).toMatchObject({ place: false, fields: { currencyCode: 'EUR' } });
  });

  it.each([
    ...partsOf(`
      XX | EU | ZZ | Germany | country: unknown | US-ZZ | US-XSS | DE-CA | state: CA | unknown; state: CA |
      country: DE; state: US-CA | DE; AT | country: DE; country: DE | DE AT | not-country: DE | currency: XYZ |
      currency: constructor | XXX | currency: € | currency: EUR USD | city: Anything | DE; city: Anything |
      device: mobile | language: de | name: DE | offline | slow | __proto__: DE | constructor | <b>DE</b>
    `),
    '',
    ' ; ',
    'DE\u0000',
    'D\u0130',
    '\u0131n',
    '\uff24\uff25',
    'DE'.padEnd(65),
    'country:DE;'.repeat(10_000),
  ])('may not carry %j', (text) => expect(read(text)).toBeUndefined());
});

describe('the states of a country', () => {
  it('are those of ISO 3166-2', () => {
    expect(statesOf('US').split(' ')).toHaveLength(51);
    expect(statesOf('DE').split(' ')).toContain('BY');
    expect(statesOf('constructor')).toBe('');
  });

  it('are all codes that the service gives', async () => {
    const { default: table } = await import('../../../src/service/geo/subdivisions.generated.json');
    for (const [country, codes] of Object.entries(table))
      expect(statesOf(country)).toBe([...new Set(Object.values(codes))].toSorted().join(' '));
  });
});
