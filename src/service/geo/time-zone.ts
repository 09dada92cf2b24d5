import tzLookup from '@photostructure/tz-lookup';
import { memoized } from '../memoized.ts';
import type { Location } from './location.ts';

/** The database's own zone where it is one, else the zone of the coordinates. */
export function timeZone({ timezone, coordinates, countryCode }: Location): string | undefined {
  if (timezone !== undefined && isZone(timezone)) return timezone;
  if (coordinates === undefined) return undefined;
  const zone = tzLookup(coordinates.latitude, coordinates.longitude);
  // At sea there is only an offset, and the contract asks for Region/City.
  if (zone.startsWith('Etc/')) return undefined;
  // The zone's border runs through Vietnam by the history of its clocks; the country has one zone today.
  return countryCode === 'VN' && zone === 'Asia/Bangkok' ? 'Asia/Ho_Chi_Minh' : zone;
}

/** IP2Location writes offsets such as `-07:00` here, which is no zone. */
const isZone = memoized(1000, (text: string): boolean => {
  if (!/^[A-Z][A-Za-z_+-]+\//.test(text) || text.startsWith('Etc/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== '';
  } catch {
    return false;
  }
});
