import { countryFields } from './country-fields.ts';
import { countryCodes, packedCountries } from './countries.built.ts';
import type { VisitorRecord } from './record.ts';

/** @returns the fields of a record that follow from a country, or undefined for a code that no country has. */
export function packedCountryFields(code: string): VisitorRecord | undefined {
  const line = /^[A-Z]{2}$/.test(code)
    ? packedCountries.split('\n').find((candidate) => candidate.startsWith(`${code}|`))
    : undefined;
  if (!line) return undefined;
  const [, name = '', continent = '', subregion, capital, currency, symbol, callingCode, language, union] = line
    .split('|')
    .map((part) => part || undefined);
  const country = {
    name,
    continent,
    isEU: union === 'EU',
    subregion,
    capital,
    currency,
    callingCode: callingCode ? Number(callingCode) : undefined,
    language,
  };
  return countryFields(code, country, symbol);
}

/** @returns the code of the country with this English name, or undefined if there is none. */
export function packedCountryCode(name: string): string | undefined {
  const wanted = `|${name.trim().toLowerCase()}|`;
  return packedCountries
    .split('\n')
    .find((line) => line.toLowerCase().startsWith(wanted, 2))
    ?.slice(0, 2);
}

/** The codes of all countries, for files without the table of countries. */
export function listCountryCodes(): readonly string[] {
  return countryCodes.split(' ').flatMap(([first, ...rest]) => rest.map((second) => `${first}${second}`));
}
