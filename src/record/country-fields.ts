import type { Country } from './country.ts';
import type { VisitorRecord } from './record.ts';

/** By the codes of the contract. In English, like all names in a record. */
export const continentNames: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

/**
 * The fields of a record that follow from a country alone.
 *
 * @param currencySymbol of the country's currency. Undefined: the code is used.
 */
export function countryFields(code: string, country: Country, currencySymbol: string | undefined): VisitorRecord {
  const { currency } = country;
  return withoutUndefined({
    continentName: continentNames[country.continent],
    continentCode: country.continent,
    countryName: country.name,
    countryCode: code,
    region: country.subregion,
    nationalCapital: country.capital,
    isEU: country.isEU,
    currencyCode: currency,
    currencySymbol: currency && (currencySymbol ?? currency),
    callingCode: country.callingCode,
    language: country.language,
  });
}

/** A field that is undefined would be lost in JSON, but would still count in comparisons. So a record has none. */
export function withoutUndefined(fields: {
  readonly [Name in keyof VisitorRecord]?: VisitorRecord[Name] | undefined;
}): VisitorRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
