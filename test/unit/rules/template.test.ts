import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/rules/facts.ts';
import { fillTemplate, parseTemplate, type Purpose } from '../../../src/rules/text/template.ts';
import { wordsOf } from '../../support/listed.ts';

const page = { language: 'de-AT', timezone: 'Europe/Vienna' };
const record = {
  countryCode: 'FR',
  countryName: 'France',
  continentCode: 'EU',
  continentName: 'Europe',
  stateName: 'Auvergne-Rhône-Alpes',
  stateCode: 'ARA',
  region: 'Western Europe',
  city: 'Lyon',
  currencyCode: 'EUR',
  currencySymbol: '€',
  OS: 'Linux',
  isEU: true,
  ASN: 2060,
};

function fill(text: string, facts: Partial<Facts> = {}, purpose: Purpose = 'text', locale = 'en'): string | undefined {
  const template = parseTemplate(text);
  return template && fillTemplate(template, { record, page, ...facts }, purpose, locale);
}

describe('a template', () => {
  it.each([
    ['Shoes for {city}', 'Shoes for Lyon'],
    ['{city}{city}', 'LyonLyon'],
    ['{ City }, {COUNTRYCODE}', 'Lyon, FR'],
    ['{city:lower}-{country:lower|x}', 'lyon-france'],
    ['{city : lower}', undefined],
    ['{state} {subregion} {os} {asn}', 'Auvergne-Rhône-Alpes Western Europe Linux 2060'],
    ['{postal|no code}', 'no code'],
    ['{postal|}', ''],
    ['{postal}', undefined],
    ['{city} {postal}', undefined],
    ['{city|you}', 'Lyon'],
    ['{language} {timezone}', 'Austrian German Europe/Vienna'],
  ])('%s is %s', (text, expected) => expect(fill(text)).toBe(expected));

  it.each([
    ['tr', 'text', { countryCode: 'IT' }, 'italya'],
    ['tr', 'text', { countryCode: 'IQ' }, 'ırak'],
    ['tr', 'code', { countryCode: 'IT' }, 'it'],
    ['en', 'text', { countryCode: 'IT', countryName: 'Italy' }, 'italy'],
  ] as const)('writes small letters as %s does, and codes as any: %s', (locale, purpose, given, expected) => {
    expect(fill('{country:lower}', { record: given }, purpose, locale)).toBe(expected);
  });

  it.each([
    ['en', 'France, Europe, Euro, Austrian German'],
    ['de', 'Frankreich, Europe, Euro, Österreichisches Deutsch'],
    ['ja', 'フランス, Europe, ユーロ, ドイツ語 (オーストリア)'],
  ])('names things in the language of the page, %s', (locale, expected) => {
    expect(fill('{country}, {continent}, {currency}, {language}', {}, 'text', locale)).toBe(expected);
  });

  it.each([
    ['en', { countryCode: 'HK', countryName: 'Hong Kong' }, 'Hong Kong'],
    ['en-GB', { countryCode: 'CV', countryName: 'Cabo Verde' }, 'Cabo Verde'],
    ['en', { countryCode: 'CV' }, 'Cape Verde'],
    ['de', { countryCode: 'HK', countryName: 'Hong Kong' }, 'Sonderverwaltungsregion Hongkong'],
  ])(
    'takes a country from the record where the page is English, and from the platform otherwise: %s, %o',
    (locale, given, expected) => expect(fill('{country}', { record: given }, 'text', locale)).toBe(expected),
  );

  it("names continents as it is told, takes the record's name where nobody knows another, and the alternative while names are on their way", () => {
    const told = (name: string | undefined) =>
      fill(
        'In {continent|your part of the world}',
        { continentName: (code, locale) => name && `${name} ${code} ${locale}` },
        'text',
        'de',
      );
    expect([told('Europa'), told(undefined), told('')]).toEqual([
      'In Europa EU de',
      'In Europe',
      'In your part of the world',
    ]);
    expect(fill('In {continent}', { continentName: () => '' }, 'text', 'de')).toBeUndefined();
    expect(fill('{continent}', { continentName: () => 'Europa' }, 'code')).toBe('EU');
  });

  it.each([
    ['en', 'Tel Aviv', 'plain: Tel Aviv!'],
    ['en', 'תל אביב', 'plain: \u2068תל אביב\u2069!'],
    ['ar', 'القاهرة', 'plain: القاهرة!'],
    ['ar-EG', 'Cairo', 'plain: \u2068Cairo\u2069!'],
    ['he', '69007', 'plain: 69007!'],
    ['iw', 'Tel Aviv', 'plain: \u2068Tel Aviv\u2069!'],
    ['ks', 'Srinagar', 'plain: \u2068Srinagar\u2069!'],
    ['pa-Arab', 'Lahore', 'plain: \u2068Lahore\u2069!'],
    ['pa', 'Lahore', 'plain: Lahore!'],
    ['ar-Latn-EG', 'Cairo', 'plain: Cairo!'],
    ['ja', '東京', 'plain: 東京!'],
    ['en', '\u2067Tel Aviv\u202E', 'plain: Tel Aviv!'],
  ])(
    'keeps a value of the other direction to itself, and leaves any other plain: in %s, %s',
    (locale, city, expected) => expect(fill('plain: {city}!', { record: { city } }, 'text', locale)).toBe(expected),
  );

  it('isolates nothing in a URL, a form value or a class', () => {
    expect(fill('{city}', { record: { city: 'תל אביב' } }, 'code')).toBe('תל אביב');
  });

  it('tells which fields it lacks', () => {
    const lacking: string[] = [];
    fill('{city} {postal|} {latitude|} {isp|}', { onMissingField: (name) => lacking.push(name) });
    expect(lacking).toEqual(['postalCode', 'latitude', 'ISP']);
  });

  it('has codes where a URL, a form value or a class is written', () => {
    expect(fill('{country} {continent} {currency} {state} {language}', {}, 'code')).toBe('FR EU EUR ARA de-AT');
  });

  it('stays as written without a record, even where it has alternatives', () => {
    for (const text of ['{city|you}', '{city|}', '{language}'])
      expect(fill(text, { record: undefined })).toBeUndefined();
  });

  it('takes alternatives with an empty record', () => {
    expect(fill('Hello {city|you}', { record: {} })).toBe('Hello you');
  });
});

describe('a text that is no template', () => {
  it.each([
    ...wordsOf(`
      Shoes { } {city city} {{city}} {} {a.b.c} {isEU} {eu} {mobile} {near} {nothing} {constructor} {__proto__}
      {toString} {city:upper} {city|a|}} {city:lower:lower}
    `),
    '',
    '${city',
    '{ }',
  ])('%s is named and gives nothing', (text) => {
    expect(parseTemplate(text)).toBeUndefined();
    expect(fill(text)).toBeUndefined();
  });

  it.each(['{city}', '{city|}', '{city|a|b}', '${city}', '{city:lower|x}'])('%s is a template', (text) => {
    expect(parseTemplate(text)).toBeDefined();
  });

  it.each([
    ['braces', '{'.repeat(1e6)],
    ['names', `{${'a'.repeat(1e6)}`],
    ['blanks', `{city${' '.repeat(1e6)}x}`],
    ['placeholders', '{city}'.repeat(1e5)],
  ])('is read, were it a megabyte of %s, which in quadratic time would outlast the test', (_, text) => {
    expect(() => parseTemplate(text)).not.toThrow();
  });
});

describe('hostile values', () => {
  it.each([
    ['T1', 'Tor', 'Tor'],
    ['ZZ', undefined, undefined],
    ['XX', undefined, undefined],
    ['FRA', 'France', 'France'],
    ['de', undefined, 'Germany'],
    ['', undefined, undefined],
  ])('country %s named %s is shown as %s', (countryCode, countryName, expected) => {
    expect(fill('{country}', { record: { countryCode, ...(countryName && { countryName }) } })).toBe(expected);
  });

  it.each(['en_US', '*', '', 'x', 'xx-', '\u0000'])('a locale like %j takes the record’s own name', (locale) => {
    expect(fill('{country} {city}', {}, 'text', locale)).toBe('France Lyon');
  });

  it('show as text, short, and without control or direction characters', () => {
    expect(fill('{city}', { record: { city: '<b>x</b>' } })).toBe('<b>x</b>');
    expect(fill('{city}', { record: { city: 'a\u202Eb\u0000c\u2066d\n' } })).toBe('abcd');
    expect(fill('{city}', { record: { city: 'x'.repeat(1e5) } })).toHaveLength(200);
    expect(fill('{city|you}', { record: { city: '\u202E' } })).toBe('you');
  });

  it('are not read from a prototype', () => {
    expect(fill('{city}', { record: Object.create({ city: 'Lyon' }) as object })).toBe('Lyon');
  });
});
