import type { Core } from '../api/core.ts';
import { guessed } from './happenings.ts';
import { zones } from './zones.built.ts';

/**
 * The entry of a lazy file, fetched with the setting `guess` for a visitor without a record. It guesses only the
 * country: visitors who travel or live at a border must not see prices or laws by the zone of a clock.
 */
export default function startGuess({ visitor }: Core): void {
  const countryCode = countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language);
  const countryName = countryCode && new Intl.DisplayNames('en', { type: 'region' }).of(countryCode);
  if (countryCode && countryName) visitor.happen(guessed, { countryCode, countryName });
}

/** The country of the zone. For a zone that is newer than the table, the region of the language. */
export function countryOf(zone: string, tag: string): string | undefined {
  const { language, region } = new Intl.Locale(tag);
  // Browsers that hide the zone give one of these: https://github.com/arkenfox/user.js/issues/1857
  if (/^(Etc\/|UTC|GMT)/.test(zone) || (zone === 'Atlantic/Reykjavik' && language !== 'is')) return undefined;
  const city = zone.split('/').at(-1);
  const line = city && zones.split('\n').find((places) => places.includes(` ${city} `));
  return line ? line.slice(1, 3) : region;
}
