import type { VisitorRecord } from '../../record/record.ts';
import { zones } from './zones.built.ts';

/**
 * A file of its own: fetched with the setting `guess`, by a visitor of whom nothing is known yet. The country alone: who
 * travels, or lives at a border, must not be shown prices or laws by the zone of a clock.
 *
 * @returns undefined where zone and language tell of no country.
 */
export function start(): VisitorRecord | undefined {
  const countryCode = countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language);
  const countryName = countryCode && new Intl.DisplayNames('en', { type: 'region' }).of(countryCode);
  return countryCode && countryName ? { countryCode, countryName } : undefined;
}

/** The zone, and where that is newer than this table the region of the language. */
export function countryOf(zone: string, tag: string): string | undefined {
  const { language, region } = new Intl.Locale(tag);
  // Browsers that hide the zone name another: https://github.com/arkenfox/user.js/issues/1857
  if (/^(Etc\/|UTC|GMT)/.test(zone) || (zone === 'Atlantic/Reykjavik' && language !== 'is')) return undefined;
  const place = zone.split('/').at(-1);
  return (
    (place &&
      zones
        .split('\n')
        .find((line) => line.includes(` ${place} `))
        ?.slice(1, 3)) ||
    region
  );
}
