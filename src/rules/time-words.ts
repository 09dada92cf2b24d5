import { isWithin, nextChange, type Schedule } from './schedule.ts';
import { fillWords } from './words.ts';
import { daysBetween, momentOf } from './zoned-time.ts';

/** Where and in which language a moment is read. */
export interface Reading {
  readonly now: number;
  readonly timezone: string;
  readonly locale: string;
}

export type MomentFormat = keyof typeof formats | 'relative';

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

/** Field by field, since engines refuse a zone's name beside `dateStyle`. */
const formats = {
  short: { ...clock, year: 'numeric', month: 'short', day: 'numeric', timeZoneName: 'short' },
  long: { ...clock, weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZoneName: 'long' },
  time: { ...clock, timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export function isMomentFormat(name: string): name is MomentFormat {
  return name === 'relative' || Object.hasOwn(formats, name);
}

/**
 * Reads a moment in the form of `<time datetime>`.
 *
 * @param timezone whose clock is meant where the text has no offset.
 */
export function parseMoment(text: string, timezone: string | undefined): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$/i.exec(text) ?? [];
  const asUtc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  // `Date.UTC` lets the 31st of February be the 3rd of March.
  const isDate = new Date(asUtc).getUTCDate() === Number(day) && Number(month) <= 12 && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isDate) return undefined;
  if (zone) return asUtc - offsetMinutes(zone) * 60_000;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return timezone === undefined ? undefined : momentOf(date, Number(hour) * 60 + Number(minute), timezone) + Number(second) * 1000;
}

export function formatMoment(moment: number, format: MomentFormat, reading: Reading): string {
  return format === 'relative' ? relativeWords(moment, reading) : formatParts(moment, formats[format], reading);
}

/** What the owner's words may ask for about the next change of a schedule. */
export const hoursNames = ['time', 'day', 'relative', 'zone'];

/**
 * Whether a place is open, in the owner's words, and when that changes next.
 *
 * @param zone whose clock the schedule goes by.
 * @param words for open and for closed; the reading's zone is the one that they are shown in.
 */
export function hoursWords(schedule: Schedule, zone: string, words: { readonly open: string | null; readonly closed: string | null }, reading: Reading): { open: boolean; change: number | undefined; text: string | undefined } {
  const open = !!isWithin(schedule, reading.now, zone);
  const change = nextChange(schedule, reading.now, zone);
  const written = open ? words.open : words.closed;
  const values: Readonly<Record<string, (moment: number) => string | undefined>> = {
    time: (moment) => formatParts(moment, clock, reading),
    day: (moment) => dayWords(moment, reading),
    relative: (moment) => relativeWords(moment, reading),
    zone: (moment) => new Intl.DateTimeFormat(reading.locale, { ...formats.time, timeZone: reading.timezone }).formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value,
  };
  const text = written === null ? undefined : fillWords(written, (name) => (change === undefined ? undefined : values[name]?.(change)));
  return { open, change, text };
}

/** `today`, `tomorrow`, the weekday within the week, else the date. */
function dayWords(moment: number, reading: Reading): string {
  const days = daysBetween(reading.now, moment, reading.timezone);
  if (days < 2) return new Intl.RelativeTimeFormat(reading.locale, { numeric: 'auto' }).format(days, 'day');
  return formatParts(moment, days < 7 ? { weekday: 'long' } : { month: 'long', day: 'numeric' }, reading);
}

/** Days are counted by midnights, so that `tomorrow` never is the day after. */
function relativeWords(moment: number, { now, timezone, locale }: Reading): string {
  const minutes = Math.round((moment - now) / 60_000);
  const hours = Math.round(minutes / 60);
  const days = daysBetween(now, moment, timezone);
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(locale, { numeric }).format(value, unit);
  if (minutes === 0) return format(0, 'second', 'auto');
  if (Math.abs(minutes) < 60) return format(minutes, 'minute', 'always');
  if (Math.abs(hours) < 24) return format(hours, 'hour', 'always');
  if (Math.abs(days) < 31) return format(days, 'day', 'auto');
  const months = Math.round(days / 30.44);
  return Math.abs(months) < 12 ? format(months, 'month', 'always') : format(Math.round(days / 365.25), 'year', 'always');
}

function formatParts(moment: number, options: Intl.DateTimeFormatOptions, { locale, timezone }: Reading): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone }).format(moment);
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
