import { countries, currencies } from './countries.ts';

const codes = Object.keys(countries);
const initials = [...new Set(codes.map((code) => code.charAt(0)))];

/**
 * The codes of all countries, packed for browsers: each first letter, followed by all of its second letters (`QA
 * REOSUW`).
 */
export const countryCodes: string = initials
  .map(
    (initial) =>
      initial +
      codes
        .filter((code) => code.startsWith(initial))
        .map((code) => code.charAt(1))
        .join(''),
  )
  .join(' ');

/** Fraction digits of all countries' currencies by ISO 4217. Engines disagree about them. */
export const currencyDigits: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(currencies).map(([code, { digits }]) => [code, digits]),
);

/**
 * The table of countries as one text for browsers, with a line for each country:
 * code, name, continent, subregion, capital, currency, its symbol, calling code, language, and `EU` for members.
 */
export const packedCountries: string = Object.entries(countries)
  .map(([code, { name, continent, subregion, capital, currency, callingCode, language, isEU }]) =>
    [
      code,
      name,
      continent,
      subregion,
      capital,
      currency,
      currency && currencies[currency]?.symbol,
      callingCode,
      language,
      isEU ? 'EU' : '',
    ].join('|'),
  )
  .join('\n');
