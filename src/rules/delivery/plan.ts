import type { Groups } from '../conditions/clause.ts';
import { isPlace, mostSpecificFirst, placesOf } from '../conditions/named-places.ts';
import { textOf } from '../text/normalize.ts';
import { type DateRange, isMostOfYear, parseDateRange, parseWeekdays } from '../time/dates.ts';
import { writtenTimezone } from '../time/zoned-time.ts';

/** When orders leave and how long they take, as an owner writes it. */
export interface WrittenPlan {
  /** `FR: 1-2, eu: 2-4, *: 5-9`. */
  readonly days: string | null | undefined;
  /** `14:00`, on the sender's clock. */
  readonly cutoff: string | null | undefined;
  /** Of the sender. */
  readonly timezone: string | null | undefined;
  /** The sender's working days: `mon-fri`. */
  readonly work: string | null | undefined;
  /** The days on which the carrier is on its way, as `work` by default. */
  readonly carrier: string | null | undefined;
  /** Dates on which the sender is closed: `2026-12-24..26, 01-01`. */
  readonly closures: string | null | undefined;
}

export interface DeliveryPlan {
  /** The most specific places first, then as written. */
  readonly entries: readonly DeliveryEntry[];
  /** Minutes since midnight, up to 1440. */
  readonly cutoffMinute: number;
  readonly timezone: string;
  /** Weekdays; 0 is Sunday. */
  readonly work: readonly number[];
  readonly carrier: readonly number[];
  readonly closures: readonly DateRange[];
}

export interface DeliveryEntry {
  /** In lower case. */
  readonly place: string;
  readonly days: DayCount;
}

/** How many days it takes at least and at most. */
export type DayCount = readonly [least: number, most: number];

/** On which dates nothing is delivered to places. */
export type Closures = ReadonlyMap<string, readonly DateRange[]>;

/** Why a plan, or the closures of destinations, cannot be used. */
export interface UnusablePlan {
  /**
   * - `days`: the list is empty, or an entry is not places and days.
   * - `place`: there is no such place.
   * - `twice`: a place has two entries.
   * - `many`: a list has more than `mostEntries`.
   * - Any other: that part is not understood.
   */
  readonly reason: 'days' | 'place' | 'twice' | 'many' | 'cutoff' | 'timezone' | 'work' | 'carrier' | 'closures';
  /** What is at fault. */
  readonly text: string;
}

/** The place of an entry that is for everybody. */
export const everywhere = '*';

export const mostDays = 90;
/** Of a list. Nobody writes so many by hand, and each is looked at again each minute. */
export const mostEntries = 10_000;

export function isUnusable(plan: object): plan is UnusablePlan {
  return 'reason' in plan;
}

/** A part that is blank counts as not written. */
export function parsePlan(written: WrittenPlan, groups: Groups | undefined): DeliveryPlan | UnusablePlan {
  const entries = parseDays(written.days ?? '', groups);
  if (isUnusable(entries)) return entries;
  const [cutoff, timezone, work, carrier] = [written.cutoff, written.timezone, written.work, written.carrier].map(
    (text) => text?.trim() || undefined,
  );
  const cutoffMinute = parseCutoff(cutoff ?? '24:00');
  if (cutoffMinute === undefined) return { reason: 'cutoff', text: cutoff ?? '' };
  if (!timezone || !writtenTimezone(timezone)) return { reason: 'timezone', text: timezone ?? '' };
  const workdays = parseWeek(work ?? 'mon-fri');
  if (!workdays) return { reason: 'work', text: work ?? '' };
  const carrierDays = carrier === undefined ? workdays : parseWeek(carrier);
  if (!carrierDays) return { reason: 'carrier', text: carrier ?? '' };
  const closures = parseDates(written.closures ?? '');
  if (isUnusable(closures)) return closures;
  return { entries, cutoffMinute, timezone, work: workdays, carrier: carrierDays, closures };
}

/**
 * Reads the closures of destinations: `{ "FR": "2026-07-14, 12-25", "eu": "2027-01-01" }`. Their dates may also be an
 * array.
 */
export function parseClosures(value: unknown, groups: Groups | undefined): Closures | UnusablePlan {
  const closures = new Map<string, readonly DateRange[]>();
  if (value === undefined || value === null) return closures;
  if (typeof value !== 'object' || Array.isArray(value)) return { reason: 'closures', text: textOf(value) };
  let count = 0;
  for (const [name, listed] of Object.entries(value)) {
    const places = placesOf(name);
    const wrong = places.find((place) => !closures.has(place) && !isDestination(place, groups));
    if (wrong !== undefined || !places.length) return { reason: 'place', text: wrong ?? '' };
    const dates = parseDates(Array.isArray(listed) ? listed.map(textOf).join() : textOf(listed));
    if (isUnusable(dates)) return dates;
    if (!dates.length && !isBlank(listed)) return { reason: 'closures', text: name };
    count += places.length * dates.length;
    if (count > mostEntries) return { reason: 'many', text: 'closures' };
    for (const place of places) closures.set(place, [...(closures.get(place) ?? []), ...dates]);
  }
  return closures;
}

/** A shop's program may list every country, and dates for some. */
function isBlank(listed: unknown): boolean {
  return listed === null || typeof listed === 'string' || (Array.isArray(listed) && !listed.length);
}

function parseDays(text: string, groups: Groups | undefined): readonly DeliveryEntry[] | UnusablePlan {
  const found = new Map<string, DayCount>();
  for (const entry of partsOf(text, ',')) {
    const [names, written = '', ...rest] = entry.split(':');
    const places = placesOf(names);
    const days = parseDayCount(written);
    if (!places.length || !days || rest.length) return { reason: 'days', text: entry };
    for (const place of places) {
      if (found.has(place)) return { reason: 'twice', text: place.toUpperCase() };
      if (!isDestination(place, groups)) return { reason: 'place', text: place };
      found.set(place, days);
    }
  }
  if (!found.size) return { reason: 'days', text: '' };
  if (found.size > mostEntries) return { reason: 'many', text: 'days' };
  return [...mostSpecificFirst([...found.keys()].filter((place) => place !== everywhere)), everywhere].flatMap(
    (place) => {
      const days = found.get(place);
      return days ? [{ place, days }] : [];
    },
  );
}

function parseDayCount(text: string): DayCount | undefined {
  const [, least, most = least] = /^\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?$/.exec(text) ?? [];
  const days = [Number(least), Number(most)] as const;
  return days[0] <= days[1] && days[1] <= mostDays ? days : undefined;
}

function isDestination(place: string, groups: Groups | undefined): boolean {
  return place === everywhere || isPlace(place, groups);
}

/** @returns minutes since midnight. */
function parseCutoff(text: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= 1440 && Number(minute) < 60 ? minutes : undefined;
}

function parseWeek(text: string): readonly number[] | undefined {
  const days = partsOf(text.toLowerCase(), /[\s,]+/).map(parseWeekdays);
  return days.length && days.every((one) => one !== undefined) ? [...new Set(days.flat())] : undefined;
}

function parseDates(text: string): readonly DateRange[] | UnusablePlan {
  const parts = partsOf(text, /[\s,]+/);
  if (parts.length > mostEntries) return { reason: 'many', text: 'closures' };
  const dates: DateRange[] = [];
  for (const part of parts) {
    const range = parseDateRange(part);
    if (!range || isMostOfYear(range)) return { reason: 'closures', text: part };
    dates.push(range);
  }
  return dates;
}

function partsOf(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}
