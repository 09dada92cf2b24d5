import { countryCodes } from './country-codes.built.ts';

/** The codes of all countries, for files without the table of countries. */
export function listCountryCodes(): readonly string[] {
  return countryCodes.split(' ').flatMap(([first, ...rest]) => rest.map((second) => `${first}${second}`));
}
