import tzLookup from '@photostructure/tz-lookup';
import { memoize } from '../memoize.ts';
import { hasPlace, type Location } from './location.ts';
import soleZones from './sole-timezones.generated.json' with { type: 'json' };

/**
 * The zone that the database names, else that of a country with only one zone, else that of the place. Near a border the
 * lookup by coordinates finds the neighbour's zone for one place in eight hundred.
 */
export function timeZone(location: Location): string | undefined {
  const { timezone, countryCode } = location;
  if (timezone !== undefined && isZone(timezone)) return timezone;
  return soleZoneOf.get(countryCode) ?? zoneOfPlace(location);
}

/** Without a city, state or postal code the coordinates are the centre of the country: for Russia, Krasnoyarsk. */
function zoneOfPlace(location: Location): string | undefined {
  const { coordinates } = location;
  if (coordinates === undefined || !hasPlace(location)) return undefined;
  const zone = tzLookup(coordinates.latitude, coordinates.longitude);
  // At sea there is only an offset, but the contract requires Region/City.
  return zone.startsWith('Etc/') ? undefined : zone;
}

const soleZoneOf: ReadonlyMap<string | undefined, string> = new Map(Object.entries(soleZones));

/** IP2Location writes offsets such as `-07:00` here, which are not zones. */
const isZone = memoize(1000, (text: string): boolean => {
  if (!/^[A-Z][A-Za-z_+-]+\//.test(text) || text.startsWith('Etc/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== '';
  } catch {
    return false;
  }
});
