import { memoize } from '../memoize.ts';
import { fillWords, namesIn } from '../text/words.ts';
import { dayMs, hourMs, minuteMs } from '../time/calendar.ts';
import { type CalendarDate, momentOf, wallTimeAt } from '../time/zoned-time.ts';
import type { DeliveryPromise } from './promise.ts';

/** The placeholders in the owner's words about a delivery. */
export const deliveryNames = ['from', 'to', 'dates', 'weekday', 'days', 'left'];

/** @returns the names of the placeholders, in lower case as they are compared; undefined if a brace is not closed. */
export function deliveryNamesIn(template: string): string[] | undefined {
  return namesIn(template)?.map((name) => name.toLowerCase());
}

/** The present time, the visitor's time zone, and the page's language. */
export interface DeliveryReading {
  readonly nowMs: number;
  readonly timezone: string;
  readonly locale: string;
}

export interface DeliveryWords {
  readonly text: string;
  /** When it may be another text, or another promise. */
  readonly untilMs: number;
}

/**
 * @param template if it is blank, the dates.
 * @returns undefined where the page stays as written: the template or the visitor's zone cannot be used.
 */
export function deliveryWords(
  template: string | null | undefined,
  promise: DeliveryPromise,
  reading: DeliveryReading,
): DeliveryWords | undefined {
  const text = presentWords(template, promise, reading);
  const names = deliveryNamesIn(wordsOf(template));
  const { nowMs, timezone } = reading;
  const today = wallTimeAt(nowMs, timezone);
  if (text === undefined || !names || !today) return undefined;
  const { orderByMs } = promise;
  const leftMs = orderByMs - nowMs;
  const shownMs = shownTime(leftMs);
  const untilMs = Math.min(
    orderByMs,
    names.includes('left') && shownMs <= leftMs ? orderByMs - shownMs + 1 : Infinity,
    names.some((name) => ['from', 'to', 'dates'].includes(name)) ? nextMidnight(today, nowMs, timezone) : Infinity,
  );
  return { text, untilMs };
}

/** The same without the time until when they hold, for what is looked at each minute. */
export function presentWords(
  template: string | null | undefined,
  { from, to, days, orderByMs }: DeliveryPromise,
  { nowMs, timezone, locale }: DeliveryReading,
): string | undefined {
  const words = wordsOf(template);
  const today = wallTimeAt(nowMs, timezone);
  if (!today || !deliveryNamesIn(words)?.every((name) => deliveryNames.includes(name))) return undefined;
  const values: Readonly<Record<string, () => string | undefined>> = {
    from: () => dateWords(from, today, locale),
    to: () => dateWords(to, today, locale),
    dates: () => datesWords(from, to, today, locale),
    weekday: () => weekdayFormat(locale)?.format(asUtc(to)),
    days: () => daysWords(days, locale),
    left: () => timeWords(shownTime(orderByMs - nowMs), locale),
  };
  return fillWords(words, (name) => values[name.toLowerCase()]?.());
}

function wordsOf(template: string | null | undefined): string {
  return template?.trim() || '{dates}';
}

/** `today` and `tomorrow` by the visitor's date, else the date: `Thu, Dec 3`. */
function dateWords(date: CalendarDate, today: CalendarDate, locale: string): string | undefined {
  const daysAhead = (asUtc(date) - asUtc(today)) / dayMs;
  // East of the sender, it can be a later date already.
  if (daysAhead === 0 || daysAhead === 1) return relativeFormat(locale)?.format(daysAhead, 'day');
  return dateFormat(locale, yearBeside([date], today, locale))?.format(asUtc(date));
}

function datesWords(from: CalendarDate, to: CalendarDate, today: CalendarDate, locale: string): string | undefined {
  if (asUtc(from) === asUtc(to)) return dateWords(to, today, locale);
  return dateFormat(locale, yearBeside([from, to], today, locale))?.formatRange(asUtc(from), asUtc(to));
}

function daysWords([least, most]: DeliveryPromise['days'], locale: string): string | undefined {
  const format = numberFormat(locale);
  if (least === most) return format?.format(most);
  // Firefox has it since 116.
  return format && 'formatRange' in format ? format.formatRange(least, most) : `${least}–${most}`;
}

/** In minutes, or in hours from a day on: never more than there is, but for the last minute. */
function shownTime(leftMs: number): number {
  return Math.max(leftMs - (leftMs % (leftMs < dayMs ? minuteMs : hourMs)), minuteMs);
}

/** In two units at most, without zeros, as `Intl.DurationFormat` does it, which some browsers do not have. */
function timeWords(shownMs: number, locale: string): string | undefined {
  const amounts = [
    [Math.floor(shownMs / dayMs), 'day'],
    [Math.floor((shownMs % dayMs) / hourMs), 'hour'],
    [Math.floor((shownMs % hourMs) / minuteMs), 'minute'],
  ] as const;
  return listFormat(locale)?.format(
    amounts.flatMap(([amount, unit]) => (amount ? [unitFormat(locale, unit)?.format(amount) ?? ''] : [])),
  );
}

function nextMidnight(today: CalendarDate, nowMs: number, timezone: string): number {
  const midnightMs = momentOf({ ...today, day: today.day + 1 }, 0, timezone);
  // Where clocks go back over midnight, it may have been already.
  return midnightMs > nowMs ? midnightMs : momentOf({ ...today, day: today.day + 2 }, 0, timezone);
}

/** The year is only written if it is another one than now, in the calendar of the language: Persian years begin in March. */
function yearBeside(dates: readonly CalendarDate[], today: CalendarDate, locale: string): 'numeric' | '' {
  const years = [today, ...dates].map((date) => yearFormat(locale)?.format(asUtc(date)));
  return new Set(years).size === 1 ? '' : 'numeric';
}

function asUtc({ year, month, day }: CalendarDate): number {
  return Date.UTC(year, month - 1, day);
}

const relativeFormat = memoize((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const dateFormat = memoize(
  (locale: string, year: 'numeric' | '') =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: year || undefined,
    }),
);
const yearFormat = memoize((locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric' }));
const weekdayFormat = memoize(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }),
);
const numberFormat = memoize((locale: string) => new Intl.NumberFormat(locale));
const unitFormat = memoize(
  (locale: string, unit: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
);
const listFormat = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
