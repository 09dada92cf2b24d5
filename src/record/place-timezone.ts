import { packedTimezones } from './packed-timezones.built.ts';

/** The main time zone of a state, or else of its country: for trying a page, never for what a look-up has not said. */
export function placeTimezone(country: string, state: string | undefined): string | undefined {
  return zoneOf(`${country}-${state}`) ?? zoneOf(country);
}

function zoneOf(place: string): string | undefined {
  return packedTimezones
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, ...places]) => places.includes(place))?.[0];
}
