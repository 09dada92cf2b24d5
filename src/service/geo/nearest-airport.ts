import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import table from './airports.generated.json' with { type: 'json' };

type Airport = readonly [iata: string, latitude: number, longitude: number, country: string, large: number];

const airports = table as unknown as readonly Airport[];

const index = new KDBush(airports.length);
for (const [, latitude, longitude] of airports) index.add(longitude, latitude);
index.finish();

const maxKilometres = 300;

/** The penalty for a small airport, which has fewer flights: London is LHR, not LCY, but Bern is BRN, not ZRH. */
const smallAirportKilometres = 25;

/** An airport in the visitor's country may be 1.5 times as far away: few people cross a border to fly. */
const foreignAirportFactor = 1.5;

/**
 * The nearest airport with scheduled flights, as its IATA code.
 *
 * @param country ISO 3166-1 alpha-2 of the place.
 * @returns undefined when there is none within 300 km.
 */
export function nearestAirport(latitude: number, longitude: number, country?: string): string | undefined {
  let nearest: string | undefined;
  let nearestWeight = Infinity;
  for (const id of around(index, longitude, latitude, Infinity, maxKilometres)) {
    const airport = airports[id];
    if (airport === undefined) continue;
    const [iata, airportLatitude, airportLongitude, airportCountry, large] = airport;
    const kilometres = distance(longitude, latitude, airportLongitude, airportLatitude);
    if (kilometres >= nearestWeight) break;
    const isForeign = country !== undefined && country !== airportCountry;
    const weight = (kilometres + (large === 1 ? 0 : smallAirportKilometres)) * (isForeign ? foreignAirportFactor : 1);
    if (weight < nearestWeight) [nearest, nearestWeight] = [iata, weight];
  }
  return nearest;
}
