import { countryCodes } from './country-codes.built.ts';

/** The codes of all countries, in browsers without the table of countries. */
export function listCountryCodes(): readonly string[] {
  return countryCodes.split(' ').flatMap(([first, ...rest]) => rest.map((second) => `${first}${second}`));
}
