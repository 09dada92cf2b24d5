import { countries, currencies } from './countries.ts';

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
