import { readPackage } from './packages.ts';

interface Cldr {
  readonly supplemental: {
    readonly codeMappings: Readonly<Record<string, { readonly _alpha3?: string }>>;
  };
}

/** The code of two letters for each code of three: people know `USA` and `DEU`, too. */
export function alpha3Table(countries: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { codeMappings } = (readPackage('cldr-core/supplemental/codeMappings.json') as Cldr).supplemental;
  return Object.fromEntries(
    Object.entries(codeMappings)
      .flatMap(([code, { _alpha3 }]) => (_alpha3 && Object.hasOwn(countries, code) ? [[_alpha3, code] as const] : []))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
