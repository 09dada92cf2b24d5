import { isDate, weekdayNames } from './calendar.ts';

/**
 * Dates from and to, both included, as `month * 100 + day`, with `year * 10000` where a year is written. Those of every
 * year may go over its end.
 */
export type DateRange = readonly [from: number, to: number];

/** Dates of every year have its 29th of February. */
const leapYear = 2000;

/** Reads `2026-12-25`, `12-25`, and `2026-12-24..2026-12-26`, whose end may also be `26` or `12-26`. */
export function parseDateRange(token: string): DateRange | undefined {
  const [start = '', end = start, ...rest] = token.split('..');
  const from = parseDate(start);
  const to = parseEnd(end, start);
  if (!from || !to || rest.length || from > 9999 !== to > 9999) return undefined;
  return from > 9999 && to < from ? undefined : [from, to];
}

/**
 * Whether dates that go over the end of a year have more than ten months: then they are almost always written backwards,
 * as `12-26..12-24` is. Both are without a year.
 */
export function isMostOfYear([from, to]: DateRange): boolean {
  return to < from && to + 1200 - from > 1000;
}

/** Whether one of the ranges has a day. The day is read as UTC. */
export function hasDate(ranges: readonly DateRange[], day: Date): boolean {
  const monthDay = monthDayOf(day);
  return ranges.some(([from, to]) => {
    const on = from > 9999 ? day.getUTCFullYear() * 10_000 + monthDay : monthDay;
    return from <= to ? on >= from && on <= to : on >= from || on <= to;
  });
}

/**
 * As `hasDate`, for many days and thousands of ranges: these are put in order once, so that a day is found by halving.
 */
export function dateFinder(ranges: readonly DateRange[]): (day: Date) => boolean {
  // Those of every year come first: their numbers are smaller than those of any year.
  const inOrder = ranges
    .flatMap(([from, to]): DateRange[] =>
      from <= to
        ? [[from, to]]
        : [
            [from, 1231],
            [101, to],
          ],
    )
    .sort(([one], [other]) => one - other);
  let latest = 0;
  /** Until when the ranges up to here last. */
  const ends = inOrder.map(([, to]) => {
    latest = Math.max(latest, to);
    return latest;
  });
  const has = (date: number) => {
    let count = 0;
    for (let step = 2 ** Math.ceil(Math.log2(ends.length + 1)); step >= 1; step /= 2)
      if ((inOrder[count + step - 1]?.[0] ?? Infinity) <= date) count += step;
    return date <= (ends[count - 1] ?? 0);
  };
  return (day) => {
    const monthDay = monthDayOf(day);
    return has(monthDay) || has(day.getUTCFullYear() * 10_000 + monthDay);
  };
}

/** `fri-mon` goes over the weekend. @returns the numbers of the days; 0 is Sunday. */
export function parseWeekdays(token: string): number[] | undefined {
  const [from = -1, to = from, ...rest] = token.split('-').map((name) => weekdayNames.indexOf(name));
  if (from < 0 || to < 0 || rest.length) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

function monthDayOf(day: Date): number {
  return (day.getUTCMonth() + 1) * 100 + day.getUTCDate();
}

/**
 * A day alone is in the month of the start. A month and day are in the year of the start, or else in the next one if that
 * is not most of a year.
 */
function parseEnd(end: string, start: string): number {
  const inMonth = /^\d\d$/.test(end);
  const [, year] = (/^\d\d-\d\d$/.test(end) && /^(\d{4})-/.exec(start)) || [];
  if (!inMonth && !year) return parseDate(end);
  const from = parseDate(start);
  const to = parseDate(inMonth ? start.slice(0, -2) + end : `${year}-${end}`);
  if (to >= from) return to;
  return inMonth || isMostOfYear([from % 10_000, parseDate(end)]) ? 0 : parseDate(`${Number(year) + 1}-${end}`);
}

/** @returns 0 for anything that is not a date. */
function parseDate(text: string): number {
  const [, year, month, day] = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (!month || !day || year === '0000' || !isDate(Number(year ?? leapYear), Number(month), Number(day))) return 0;
  return Number(year ?? 0) * 10_000 + Number(month) * 100 + Number(day);
}
