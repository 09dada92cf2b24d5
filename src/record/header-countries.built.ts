import { countries } from './countries.ts';
import { continentNames } from './country-fields.ts';
import type { Country } from './country.ts';

type Row = readonly [code: string, country: Country];

const continents = groupBy(Object.entries(countries), ([, { continent }]) => continent).map(
  ([continent, rows]) => [continent, groupBy(rows, ([, { currency = '' }]) => currency)] as const,
);

/**
 * What the first frame needs of each country, packed for a script that stands in the page: each continent with its
 * name, then each currency with its countries in lower case (`/EUEurope,EURadatGBPgbim`).
 */
export const continentsAndCurrencies: string = continents
  .map(([continent, currencies]) => {
    const packed = currencies.map(([currency, rows]) => currency + codesOf(rows));
    return `/${continent}${continentNames[continent] ?? ''},${packed.join('')}`;
  })
  .join('');

/** The members of the European Union, in lower case. In the same order, which compresses best. */
export const unionMembers: string = codesOf(
  continents.flatMap(([, currencies]) => currencies.flatMap(([, rows]) => rows)).filter(([, { isEU }]) => isEU),
);

function groupBy(rows: readonly Row[], keyOf: (row: Row) => string): readonly (readonly [string, readonly Row[]])[] {
  return [...new Set(rows.map(keyOf))].map((key) => [key, rows.filter((row) => keyOf(row) === key)]);
}

function codesOf(rows: readonly Row[]): string {
  return rows.map(([code]) => code.toLowerCase()).join('');
}
