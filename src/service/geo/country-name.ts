import { countries } from '../../record/countries.ts';

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([code, { name }]) => [name.toLowerCase(), code]),
);

/** The code of a country by its English name, for records that have nothing else. */
export function countryNamed(name: string | undefined): string | undefined {
  return codes.get(name?.toLowerCase() ?? '');
}
