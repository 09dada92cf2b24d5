import { countryOf, currencies } from '../../record/countries.ts';
import { continentNames, countryFields } from '../../record/country-fields.ts';
import type { Facts } from '../facts.ts';
import { hasPlace, type Location, type State } from './location.ts';
import { nearestAirport } from './nearest-airport.ts';
import { stateCodeOf } from './state-code.ts';
import { timeZone } from './time-zone.ts';

type AddressField =
  | 'continentName'
  | 'continentCode'
  | 'countryName'
  | 'countryCode'
  | 'region'
  | 'nationalCapital'
  | 'city'
  | 'stateName'
  | 'stateCode'
  | 'postalCode'
  | 'isEU'
  | 'timezone'
  | 'latitude'
  | 'longitude'
  | 'airportCode'
  | 'currencyCode'
  | 'currencySymbol'
  | 'callingCode'
  | 'language'
  | 'ASN'
  | 'ISP';

export interface AddressFacts {
  /** In the order of the record. */
  readonly fields: Facts<AddressField>;
  readonly isCellular: boolean | undefined;
  /** The fields as JSON text, which is written once and sent many times. */
  readonly json: string;
}

/** Derives the fields of the record that follow from where an address is. */
export function addressFacts(location: Location): AddressFacts {
  // Databases also have codes that are not countries: EU, AP, A1, XX.
  const country = countryOf(location.countryCode);
  const countryCode = country === undefined ? undefined : location.countryCode;
  const known =
    country && countryCode ? countryFields(countryCode, country, currencies[country.currency ?? '']?.symbol) : {};
  const continentCode = known.continentCode ?? knownContinent(location.continentCode);
  const { state, coordinates } = location;
  const fields: Facts<AddressField> = {
    continentName: continentCode === undefined ? undefined : continentNames[continentCode],
    continentCode,
    countryName: known.countryName,
    countryCode,
    region: known.region,
    nationalCapital: known.nationalCapital,
    city: location.city,
    stateName: state?.name,
    stateCode: stateCode(state, countryCode),
    postalCode: location.postalCode,
    isEU: known.isEU,
    timezone: timeZone(location),
    latitude: degrees(coordinates?.latitude),
    longitude: degrees(coordinates?.longitude),
    airportCode: airportCode(location, countryCode),
    currencyCode: known.currencyCode,
    currencySymbol: known.currencySymbol,
    callingCode: known.callingCode,
    language: known.language,
    ASN: location.asn,
    ISP: location.isp,
  };
  return { fields, isCellular: location.isCellular, json: JSON.stringify(fields) };
}

function knownContinent(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(continentNames, code) ? code : undefined;
}

function stateCode(state: State | undefined, countryCode: string | undefined): string | undefined {
  if (state === undefined || countryCode === undefined) return undefined;
  return state.code ?? stateCodeOf(countryCode, state.name);
}

/** Four places are 11 m, finer than any address is known; databases store single floats (37.422000885). */
function degrees(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Math.round(value * 10_000) / 10_000);
}

/** Never from the centre of a country: for China that would be the airport of Tianshui. */
function airportCode(location: Location, countryCode: string | undefined): string | undefined {
  const { coordinates } = location;
  return coordinates === undefined || !hasPlace(location)
    ? undefined
    : nearestAirport(coordinates.latitude, coordinates.longitude, countryCode);
}
