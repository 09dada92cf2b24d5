import type { Country } from './country.ts';
import type { VisitorRecord } from './record.ts';

/** By the code of the contract; English, as all names of a record are. */
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
 * @param currencySymbol of the country's currency; its code stands for it where there is none.
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

/** A record has no field that is undefined: it would travel as absent and compare as present. */
export function withoutUndefined(fields: {
  readonly [Name in keyof VisitorRecord]?: VisitorRecord[Name] | undefined;
}): VisitorRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
