import { packedTimezones } from './packed-timezones.built.ts';

/**
 * The main time zone of a state, or of its country. For previews and tests only: a missing zone in a lookup stays
 * missing.
 */
export function placeTimezone(country: string, state: string | undefined): string | undefined {
  return zoneOf(`${country}-${state}`) ?? zoneOf(country);
}

function zoneOf(place: string): string | undefined {
  return packedTimezones
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, ...places]) => places.includes(place))?.[0];
}
