import { countryOf, currencies } from '../../record/countries.ts';
import { continentNames, countryFields } from '../../record/country-fields.ts';
import type { FieldFrom } from '../../record/fields.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { Facts } from '../facts.ts';
import { memoize } from '../memoize.ts';
import { type Coordinates, hasPlace, type Location, type State } from './location.ts';
import { nearestAirport } from './nearest-airport.ts';
import { stateCodeOf } from './state-code.ts';
import { timeZone } from './time-zone.ts';

/** All but the address itself, which is added where the request is answered. */
type AddressField = Exclude<FieldFrom<'address'>, 'IP'>;

export interface AddressFacts {
  /** In the order of the record. */
  readonly fields: Facts<AddressField>;
  readonly isCellular: boolean | undefined;
  /** The fields as JSON text, which is written once and sent many times. */
  readonly json: string;
}

class FactsOfPlace implements AddressFacts {
  readonly fields: Facts<AddressField>;
  readonly isCellular: boolean | undefined;
  #json: string | undefined;

  constructor(fields: Facts<AddressField>, isCellular: boolean | undefined) {
    this.fields = fields;
    this.isCellular = isCellular;
  }

  /** Written when it is first read: a caller in this process takes the fields themselves. */
  get json(): string {
    this.#json ??= JSON.stringify(this.fields);
    return this.#json;
  }
}

/** Derives the fields of the record that follow from where an address is. */
export function addressFacts(location: Location): AddressFacts {
  const known = fieldsOfCountry(location.countryCode);
  const { countryCode } = known;
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
  return new FactsOfPlace(fields, location.isCellular);
}

/** Empty also for codes that databases have and that are not countries: EU, AP, A1, XX. */
const fieldsOfCountry = memoize(1000, (code: string | undefined): VisitorRecord => {
  const country = countryOf(code);
  return code === undefined || country === undefined
    ? {}
    : countryFields(code, country, currencies[country.currency ?? '']?.symbol);
});

function knownContinent(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(continentNames, code) ? code : undefined;
}

function stateCode(state: State | undefined, countryCode: string | undefined): string | undefined {
  if (state === undefined || countryCode === undefined) return undefined;
  return state.code ?? (state.name === undefined ? undefined : stateCodeOf(countryCode, state.name));
}

/** Four places are 11 m, finer than any address is known; databases store single floats (37.422000885). */
function degrees(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Math.round(value * 10_000) / 10_000);
}

/** Never from the centre of a country: for China that would be the airport of Tianshui. */
function airportCode(location: Location, countryCode: string | undefined): string | undefined {
  const { coordinates } = location;
  return coordinates === undefined || !hasPlace(location) ? undefined : airportNear({ ...coordinates, countryCode });
}

/** A database has one place for all addresses of a city, and to find its airport costs ten lookups of an address. */
const airportNear = memoize(
  10_000,
  ({ latitude, longitude, countryCode }: Coordinates & { readonly countryCode: string | undefined }) =>
    nearestAirport(latitude, longitude, countryCode),
  ({ latitude, longitude, countryCode }) => `${latitude} ${longitude} ${countryCode}`,
);
