import { continentNames } from '../src/record/country-fields.ts';
import { countries, currencies } from '../src/record/countries.ts';
import { groupNames } from '../src/rules/conditions/groups.ts';

/** The values that the snippet builder offers, by condition: as they are written, with their names. */
export const choices: Readonly<Record<string, ReadonlyArray<readonly [value: string, name: string]>>> = {
  country: Object.entries(countries)
    .map(([code, { name }]) => [code, name] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en')),
  continent: Object.entries(continentNames),
  group: groupNames.map((name) => [name, name] as const),
  currency: Object.keys(currencies).map((code) => [code, code] as const),
};
