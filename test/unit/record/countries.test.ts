import { describe, expect, it } from 'vitest';
import { countries, countryOf, currencies } from '../../../src/record/countries.ts';

const none = undefined;
const southGeorgia = 'South Georgia and the South Sandwich Islands';

describe('the table of countries', () => {
  it.each([
    ['AC', 'Ascension Island', 'AF', 'Western Africa', 'Georgetown', false, 'SHP', 247, 'en-AC'],
    ['AQ', 'Antarctica', 'AN', none, none, false, none, 672, none],
    ['AX', 'Åland Islands', 'EU', 'Northern Europe', 'Mariehamn', true, 'EUR', 358, 'sv-AX'],
    ['BG', 'Bulgaria', 'EU', 'Eastern Europe', 'Sofia', true, 'EUR', 359, 'bg-BG'],
    ['BL', 'Saint Barthélemy', 'NA', 'Caribbean', 'Gustavia', false, 'EUR', 590, 'fr-BL'],
    ['BQ', 'Caribbean Netherlands', 'NA', 'Caribbean', 'Kralendijk', false, 'USD', 599, 'nl-BQ'],
    ['BV', 'Bouvet Island', 'AN', 'South America', none, false, 'NOK', 47, 'nb-BV'],
    ['BY', 'Belarus', 'EU', 'Eastern Europe', 'Minsk', false, 'BYN', 375, 'be-BY'],
    ['CH', 'Switzerland', 'EU', 'Western Europe', 'Bern', false, 'CHF', 41, 'de-CH'],
    ['CI', "Côte d'Ivoire", 'AF', 'Western Africa', 'Yamoussoukro', false, 'XOF', 225, 'fr-CI'],
    ['CN', 'China', 'AS', 'Eastern Asia', 'Beijing', false, 'CNY', 86, 'zh-CN'],
    ['CW', 'Curaçao', 'NA', 'Caribbean', 'Willemstad', false, 'XCG', 599, 'nl-CW'],
    ['CY', 'Cyprus', 'EU', 'Western Asia', 'Nicosia', true, 'EUR', 357, 'el-CY'],
    ['DO', 'Dominican Republic', 'NA', 'Caribbean', 'Santo Domingo', false, 'DOP', 1, 'es-DO'],
    ['GB', 'United Kingdom', 'EU', 'Northern Europe', 'London', false, 'GBP', 44, 'en-GB'],
    ['GF', 'French Guiana', 'SA', 'South America', 'Cayenne', true, 'EUR', 594, 'fr-GF'],
    ['GI', 'Gibraltar', 'EU', 'Southern Europe', 'Gibraltar', false, 'GIP', 350, 'en-GI'],
    ['GS', southGeorgia, 'AN', 'South America', 'King Edward Point', false, 'GBP', 500, 'en-GS'],
    ['HK', 'Hong Kong', 'AS', 'Eastern Asia', 'Hong Kong', false, 'HKD', 852, 'zh-HK'],
    ['HM', 'Heard Island and McDonald Islands', 'AN', 'Australia and New Zealand', none, false, 'AUD', 672, 'en-HM'],
    ['HR', 'Croatia', 'EU', 'Southern Europe', 'Zagreb', true, 'EUR', 385, 'hr-HR'],
    ['HT', 'Haiti', 'NA', 'Caribbean', 'Port-au-Prince', false, 'HTG', 509, 'ht-HT'],
    ['IE', 'Ireland', 'EU', 'Northern Europe', 'Dublin', true, 'EUR', 353, 'en-IE'],
    ['IN', 'India', 'AS', 'Southern Asia', 'New Delhi', false, 'INR', 91, 'en-IN'],
    ['KZ', 'Kazakhstan', 'AS', 'Central Asia', 'Astana', false, 'KZT', 7, 'kk-KZ'],
    ['LS', 'Lesotho', 'AF', 'Southern Africa', 'Maseru', false, 'LSL', 266, 'st-LS'],
    ['LU', 'Luxembourg', 'EU', 'Western Europe', 'Luxembourg', true, 'EUR', 352, 'fr-LU'],
    ['MF', 'Saint Martin', 'NA', 'Caribbean', 'Marigot', true, 'EUR', 590, 'fr-MF'],
    ['MO', 'Macao', 'AS', 'Eastern Asia', none, false, 'MOP', 853, 'zh-MO'],
    ['NO', 'Norway', 'EU', 'Northern Europe', 'Oslo', false, 'NOK', 47, 'nb-NO'],
    ['PA', 'Panama', 'NA', 'Central America', 'Panama City', false, 'PAB', 507, 'es-PA'],
    ['PN', 'Pitcairn Islands', 'OC', 'Polynesia', 'Adamstown', false, 'NZD', 64, 'en-PN'],
    ['PS', 'Palestine', 'AS', 'Western Asia', 'Ramallah', false, 'ILS', 970, 'ar-PS'],
    ['RE', 'Réunion', 'AF', 'Eastern Africa', 'Saint-Denis', true, 'EUR', 262, 'fr-RE'],
    ['RU', 'Russia', 'EU', 'Eastern Europe', 'Moscow', false, 'RUB', 7, 'ru-RU'],
    ['SJ', 'Svalbard and Jan Mayen', 'EU', 'Northern Europe', 'Longyearbyen', false, 'NOK', 47, 'nb-SJ'],
    ['SN', 'Senegal', 'AF', 'Western Africa', 'Dakar', false, 'XOF', 221, 'fr-SN'],
    ['ST', 'São Tomé and Príncipe', 'AF', 'Middle Africa', 'São Tomé', false, 'STN', 239, 'pt-ST'],
    ['SX', 'Sint Maarten', 'NA', 'Caribbean', 'Philipsburg', false, 'XCG', 1, 'en-SX'],
    ['TF', 'French Southern Territories', 'AN', 'Eastern Africa', 'Port-aux-Français', false, 'EUR', 262, 'fr-TF'],
    ['TL', 'Timor-Leste', 'OC', 'South-eastern Asia', 'Dili', false, 'USD', 670, 'pt-TL'],
    ['TR', 'Türkiye', 'AS', 'Western Asia', 'Ankara', false, 'TRY', 90, 'tr-TR'],
    ['TW', 'Taiwan', 'AS', 'Eastern Asia', 'Taipei', false, 'TWD', 886, 'zh-TW'],
    ['UM', 'U.S. Minor Outlying Islands', 'OC', 'Micronesia', none, false, 'USD', 1, 'en-UM'],
    ['US', 'United States', 'NA', 'Northern America', 'Washington, D.C.', false, 'USD', 1, 'en-US'],
    ['VA', 'Vatican City', 'EU', 'Southern Europe', 'Vatican City', false, 'EUR', 39, 'it-VA'],
    ['VE', 'Venezuela', 'SA', 'South America', 'Caracas', false, 'VES', 58, 'es-VE'],
    ['XK', 'Kosovo', 'EU', 'Southern Europe', 'Pristina', false, 'EUR', 383, 'sq-XK'],
    ['ZA', 'South Africa', 'AF', 'Southern Africa', 'Pretoria', false, 'ZAR', 27, 'en-ZA'],
    ['ZW', 'Zimbabwe', 'AF', 'Eastern Africa', 'Harare', false, 'ZWG', 263, 'en-ZW'],
  ])('has %s as it is', (code, name, continent, subregion, capital, isEU, currency, callingCode, language) => {
    expect(countryOf(code)).toEqual({ name, continent, subregion, capital, isEU, currency, callingCode, language });
  });

  it('has every country, territory and Kosovo', () => {
    expect(Object.keys(countries).length).toBe(252);
  });

  it('has the 27 members and 7 outermost regions of the Union', () => {
    const members = Object.keys(countries).filter((code) => countryOf(code)?.isEU);
    expect(members.join(' ')).toBe(
      'AT AX BE BG CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IT LT LU LV MF MQ MT NL PL PT RE RO SE SI SK YT',
    );
  });

  it('lacks a subregion, currency or language for Antarctica alone', () => {
    const lacking = Object.keys(countries).filter((code) => {
      const { subregion, currency, language } = countryOf(code) ?? {};
      return subregion === undefined || currency === undefined || language === undefined;
    });
    expect(lacking).toEqual(['AQ']);
  });

  it.each(Object.entries(countries))('has well-formed values for %s', (code, country) => {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(country.name).toMatch(/^\p{Lu}.*[\p{L})]$/u);
    expect(country.continent).toMatch(/^(?:AF|AN|AS|EU|NA|OC|SA)$/);
    expect(country.callingCode).toSatisfy((number: number) => Number.isInteger(number) && number >= 1 && number <= 999);
    if (country.currency !== undefined) expect(Object.keys(currencies)).toContain(country.currency);
    if (country.language !== undefined) {
      expect(country.language).toMatch(/^[a-z]{2,3}-[A-Z]{2}$/);
      expect(new Intl.Locale(country.language).toString()).toBe(country.language);
      expect(new Intl.Locale(country.language).region).toBe(code);
    }
  });
});

describe('the table of currencies', () => {
  it.each([
    ['EUR', '€', 2],
    ['USD', '$', 2],
    ['CAD', '$', 2],
    ['GBP', '£', 2],
    ['HKD', '$', 2],
    ['KZT', '₸', 2],
    ['PLN', 'zł', 2],
    ['RUB', '₽', 2],
    ['JPY', '¥', 0],
    ['KRW', '₩', 0],
    ['HUF', 'Ft', 2],
    ['IDR', 'Rp', 2],
    ['COP', '$', 2],
    ['CLP', '$', 0],
    ['KWD', none, 3],
    ['TND', none, 3],
    ['CHF', none, 2],
    ['XCG', 'Cg', 2],
    ['ZWG', none, 2],
  ])('has the short symbol and the ISO digits of %s', (code, symbol, digits) => {
    expect(currencies[code]).toEqual({ symbol, digits });
  });

  it('has no currency that has been replaced', () => {
    const replaced = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'VEF', 'ZWL'];
    expect(Object.keys(currencies).filter((code) => replaced.includes(code))).toEqual([]);
  });

  it.each(Object.entries(currencies))(
    'has well-formed values for %s, a currency in use',
    (code, { symbol, digits }) => {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect([0, 2, 3]).toContain(digits);
      expect(symbol).not.toBe(code);
      expect(symbol ?? code).toMatch(/^\S{1,5}(?:\s\S{1,4})?$/);
      expect(() => new Intl.NumberFormat('en', { style: 'currency', currency: code })).not.toThrow();
      expect(Object.values(countries).some((country) => country.currency === code)).toBe(true);
    },
  );
});

it.each([undefined, '', 'fr', 'FRA', 'UK', 'EU', 'XX', 'toString', '__proto__', 'constructor'])(
  'countryOf knows no country %j',
  (code) => expect(countryOf(code)).toBeUndefined(),
);
