import { continentsAndCurrencies, unionMembers } from './header-countries.built.ts';
import type { VisitorRecord } from './record.ts';

/** Fields that are not known are undefined: what reads the record leaves them out. */
type HeaderRecord = {
  readonly [Name in 'countryCode' | 'continentName' | 'continentCode' | 'isEU' | 'currencyCode' | 'stateCode']:
    | VisitorRecord[Name]
    | undefined;
};

/**
 * The record that a response header gives: the country, a state beside it, and what else of a record a first frame
 * needs. A script that stands in the page makes it, so it is kept small. Browsers know the country's name.
 *
 * @param place a country (`FR`), or a state with its country (`US-CA`).
 * @returns undefined for what is neither, and for a code that no country has.
 */
export function headerRecord(place: string, withState: boolean): HeaderRecord | undefined {
  const [, countryCode = '-', stateCode] = /^([A-Z]{2})(?:-([A-Z\d]{1,3}))?$/.exec(place) ?? [];
  const low = countryCode.toLowerCase();
  const [, continentCode, continentName, currencyCode] =
    new RegExp(`/(..)([^,]*),(?:[^/]*([A-Z]{3}))?(?:[a-z]{2})*${low}`).exec(continentsAndCurrencies) ?? [];
  return continentCode
    ? {
        countryCode,
        continentName,
        continentCode,
        isEU: new RegExp(`^(..)*${low}`).test(unionMembers),
        currencyCode,
        stateCode: withState ? stateCode : undefined,
      }
    : undefined;
}
