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
  const words = template?.trim() || '{dates}';
  const names = deliveryNamesIn(words);
  const today = wallTimeAt(reading.nowMs, reading.timezone);
  if (!today || !names?.every((name) => deliveryNames.includes(name))) return undefined;
  const { from, to, days, orderByMs } = promise;
  const { nowMs, timezone, locale } = reading;
  const left = timeLeft(orderByMs, nowMs);
  const values: Readonly<Record<string, () => string | undefined>> = {
    from: () => dateWords(from, today, locale),
    to: () => dateWords(to, today, locale),
    dates: () => datesWords(from, to, today, locale),
    weekday: () => weekdayFormat(locale)?.format(asUtc(to)),
    days: () => daysWords(days, locale),
    left: () => timeWords(left.amounts, locale),
  };
  const text = fillWords(words, (name) => values[name.toLowerCase()]?.());
  const untilMs = Math.min(
    orderByMs,
    names.includes('left') ? left.untilMs : Infinity,
    names.some((name) => ['from', 'to', 'dates'].includes(name)) ? nextMidnight(today, nowMs, timezone) : Infinity,
  );
  return text === undefined ? undefined : { text, untilMs };
}

/** `today` and `tomorrow` by the visitor's date, else the date: `Thu, Dec 3`. */
function dateWords(date: CalendarDate, today: CalendarDate, locale: string): string | undefined {
  const daysAhead = (asUtc(date) - asUtc(today)) / dayMs;
  // East of the sender, it can be a later date already.
  if (daysAhead === 0 || daysAhead === 1) return relativeFormat(locale)?.format(daysAhead, 'day');
  return dateFormat(locale, yearBeside([date], today))?.format(asUtc(date));
}

function datesWords(from: CalendarDate, to: CalendarDate, today: CalendarDate, locale: string): string | undefined {
  if (asUtc(from) === asUtc(to)) return dateWords(to, today, locale);
  return dateFormat(locale, yearBeside([from, to], today))?.formatRange(asUtc(from), asUtc(to));
}

function daysWords([least, most]: DeliveryPromise['days'], locale: string): string | undefined {
  const format = numberFormat(locale);
  if (least === most) return format?.format(most);
  // Firefox has it since 116.
  return format && 'formatRange' in format ? format.formatRange(least, most) : `${least}–${most}`;
}

/** In two units at most, without zeros: never more than there is, but for the last minute. */
function timeLeft(orderByMs: number, nowMs: number): { readonly amounts: readonly Amount[]; readonly untilMs: number } {
  const leftMs = orderByMs - nowMs;
  const unitMs = leftMs < dayMs ? minuteMs : hourMs;
  const shownMs = Math.max(leftMs - (leftMs % unitMs), minuteMs);
  const amounts: readonly Amount[] = [
    [Math.floor(shownMs / dayMs), 'day'],
    [Math.floor((shownMs % dayMs) / hourMs), 'hour'],
    [Math.floor((shownMs % hourMs) / minuteMs), 'minute'],
  ];
  const untilMs = shownMs > leftMs ? orderByMs : orderByMs - shownMs + 1;
  return { amounts: amounts.filter(([amount]) => amount), untilMs };
}

type Amount = readonly [amount: number, unit: 'day' | 'hour' | 'minute'];

/** As `Intl.DurationFormat` does it, which some browsers do not have. */
function timeWords(amounts: readonly Amount[], locale: string): string | undefined {
  return listFormat(locale)?.format(amounts.map(([amount, unit]) => unitFormat(locale, unit)?.format(amount) ?? ''));
}

function nextMidnight(today: CalendarDate, nowMs: number, timezone: string): number {
  const midnightMs = momentOf({ ...today, day: today.day + 1 }, 0, timezone);
  // Where clocks go back over midnight, it may have been already.
  return midnightMs > nowMs ? midnightMs : momentOf({ ...today, day: today.day + 2 }, 0, timezone);
}

/** The year is only written if it is another one than now. */
function yearBeside(dates: readonly CalendarDate[], today: CalendarDate): 'numeric' | '' {
  return dates.every(({ year }) => year === today.year) ? '' : 'numeric';
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
const weekdayFormat = memoize(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }),
);
const numberFormat = memoize((locale: string) => new Intl.NumberFormat(locale));
const unitFormat = memoize(
  (locale: string, unit: Amount[1]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
);
const listFormat = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
