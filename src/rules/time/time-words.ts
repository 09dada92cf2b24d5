import { clockFormat, formatMoment, momentFormats, type TimeFormat } from './moment.ts';
import { isWithin, nextChange, type Schedule } from './schedule.ts';
import { fillWords } from '../text/words.ts';
import { minuteMs } from './calendar.ts';
import { daysBetween } from './zoned-time.ts';

/** The present time, and the time zone and language to write another moment in. */
export interface Reading extends TimeFormat {
  readonly now: number;
}

/** The placeholders in the owner's words about the next change of a schedule. */
export const hoursNames = ['time', 'day', 'relative', 'zone'];

/**
 * Whether a place is open, in the owner's words, and when that changes next.
 *
 * @param zone the time zone of the schedule.
 * @param words for open and for closed; the reading's zone is the one that they are shown in.
 */
export function hoursWords(
  schedule: Schedule,
  zone: string,
  words: { readonly open: string | null; readonly closed: string | null },
  reading: Reading,
): { open: boolean; change: number | undefined; text: string | undefined } {
  const open = !!isWithin(schedule, reading.now, zone);
  const change = nextChange(schedule, reading.now, zone);
  const written = open ? words.open : words.closed;
  const values: Readonly<Record<string, (moment: number) => string | undefined>> = {
    time: (moment) => formatMoment(moment, clockFormat, reading),
    day: (moment) => dayWords(moment, reading),
    relative: (moment) => relativeWords(moment, reading),
    zone: (moment) =>
      new Intl.DateTimeFormat(reading.locale, { ...momentFormats.get('time'), timeZone: reading.timezone })
        .formatToParts(moment)
        .find(({ type }) => type === 'timeZoneName')?.value,
  };
  const text =
    written === null
      ? undefined
      : fillWords(written, (name) => (change === undefined ? undefined : values[name]?.(change)));
  return { open, change, text };
}

/** `today`, `tomorrow`, the weekday within the week, else the date. */
function dayWords(moment: number, reading: Reading): string | undefined {
  const days = daysBetween(reading.now, moment, reading.timezone);
  if (days < 2) return new Intl.RelativeTimeFormat(reading.locale, { numeric: 'auto' }).format(days, 'day');
  return formatMoment(moment, days < 7 ? { weekday: 'long' } : { month: 'long', day: 'numeric' }, reading);
}

/** Days are counted by midnights, so that `tomorrow` is never the day after tomorrow. */
export function relativeWords(moment: number, { now, timezone, locale }: Reading): string {
  const minutes = Math.round((moment - now) / minuteMs);
  const hours = Math.round(minutes / 60);
  const days = daysBetween(now, moment, timezone);
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always') =>
    new Intl.RelativeTimeFormat(locale, { numeric }).format(value, unit);
  if (minutes === 0) return format(0, 'second', 'auto');
  if (Math.abs(minutes) < 60) return format(minutes, 'minute', 'always');
  if (Math.abs(hours) < 24) return format(hours, 'hour', 'always');
  if (Math.abs(days) < 31) return format(days, 'day', 'auto');
  const months = Math.round(days / 30.44);
  return Math.abs(months) < 12
    ? format(months, 'month', 'always')
    : format(Math.round(days / 365.25), 'year', 'always');
}
