import { momentOf, type WallTime, wallTimeAt } from './zoned-time.ts';

/** One line of a schedule: what all of its parts say must hold. A part that is not written always holds. */
interface Entry {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[] | undefined;
  /** From and to, both included, as `month * 100 + day`, with `year * 10000` where a year is written. */
  readonly dates: readonly (readonly [from: number, to: number])[] | undefined;
  /** Minutes since midnight; an end before its start is on the next day. */
  readonly hours: readonly (readonly [from: number, to: number])[] | undefined;
  readonly closed: boolean;
}

/** Times of the week and of the year: `mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed`. */
export type Schedule = readonly Entry[];

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const wholeDay: readonly (readonly [from: number, to: number])[] = [[0, 1440]];
const dayMs = 86_400_000;
/** A shop that does not open within this time has no next opening to tell of. */
const horizonDays = 60;

/** A comma between hours and days ends a line too: conditions in text form have no semicolon left for that. */
const nextLine = /(:\d\d)\s*,\s*(?=[a-z]{3}\b|\d+-\d)/gi;

/** @returns undefined when any part is not understood: half a schedule would say open when it is closed. */
export function parseSchedule(text: string): Schedule | undefined {
  const entries = text.replace(nextLine, '$1;').split(';').filter((part) => part.trim()).map(parseEntry);
  return entries.length && entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** @returns undefined when the zone is unknown. */
export function isWithin(schedule: Schedule, timeMs: number, timezone: string): boolean | undefined {
  const wall = wallTimeAt(timeMs, timezone);
  if (!wall) return undefined;
  const yesterday = dateBefore(wall);
  const today = (entry: Entry) => isOn(entry, wall) && hoursOf(entry).some(([from, to]) => wall.minute >= from && (wall.minute < to || to <= from));
  /** After midnight the day before may still go on. */
  const lastNight = (entry: Entry) => isOn(entry, yesterday) && hoursOf(entry).some(([from, to]) => to <= from && wall.minute < to);
  const closed = schedule.filter((entry) => entry.closed);
  const open = schedule.filter((entry) => !entry.closed);
  // A day that is closed does not cut short the night before it, and has no night of its own; closed hours hold as they stand.
  if (closed.some((entry) => entry.hours && (today(entry) || lastNight(entry)))) return false;
  const isClosed = (day: WallTime) => closed.some((entry) => !entry.hours && isOn(entry, day));
  return (open.some(today) && !isClosed(wall)) || (open.some(lastNight) && !isClosed(yesterday));
}

/**
 * When the schedule next begins or ends to hold, in milliseconds since 1970.
 *
 * @returns undefined when it does not change within two months.
 */
export function nextChange(schedule: Schedule, timeMs: number, timezone: string): number | undefined {
  const now = isWithin(schedule, timeMs, timezone);
  const wall = wallTimeAt(timeMs, timezone);
  if (now === undefined || !wall) return undefined;
  const edges = [...new Set(schedule.flatMap((entry) => hoursOf(entry).flat()))].sort((a, b) => a - b);
  for (let day = 0; day <= horizonDays; day++) {
    const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day) + day * dayMs);
    const on = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    for (const edge of edges) {
      const moment = momentOf(on, edge, timezone);
      if (moment > timeMs && isWithin(schedule, moment, timezone) !== now) return moment;
    }
  }
  return undefined;
}

function hoursOf({ hours }: Entry): readonly (readonly [from: number, to: number])[] {
  return hours ?? wholeDay;
}

function isOn({ weekdays, dates }: Entry, { year, month, day, weekday }: WallTime): boolean {
  const monthDay = month * 100 + day;
  const inDates = ([from, to]: readonly [number, number]) => {
    const on = from > 9999 ? year * 10_000 + monthDay : monthDay;
    return from <= to ? on >= from && on <= to : on >= from || on <= to;
  };
  return (!weekdays || weekdays.includes(weekday)) && (!dates || dates.some(inDates));
}

function dateBefore({ year, month, day, minute }: WallTime): WallTime {
  const date = new Date(Date.UTC(year, month - 1, day) - dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay(), minute };
}

function parseEntry(text: string): Entry | undefined {
  let weekdays: number[] | undefined;
  let dates: (readonly [number, number])[] | undefined;
  let hours: (readonly [number, number])[] | undefined;
  let closed = false;
  for (const token of text.trim().toLowerCase().split(/[\s,]+/)) {
    const days = parseWeekdays(token);
    const date = parseDates(token);
    const time = parseHours(token);
    // `mon-fri 09:00-17:30 sat 10:00-14:00` means two lines, and says so nowhere.
    if ((days || date) && hours && (weekdays || dates)) return undefined;
    if (token === 'closed') closed = true;
    else if (days) weekdays = [...(weekdays ?? []), ...days];
    else if (date) dates = [...(dates ?? []), date];
    else if (time) hours = [...(hours ?? []), time];
    else return undefined;
  }
  return { weekdays, dates, hours, closed };
}

/** `fri-mon` goes over the weekend. */
function parseWeekdays(token: string): number[] | undefined {
  const [from = -1, to = from, ...rest] = token.split('-').map((name) => weekdayNames.indexOf(name));
  if (from < 0 || to < 0 || rest.length) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

function parseDates(token: string): readonly [number, number] | undefined {
  const [from, to = from, ...rest] = token.split('..').map(parseDate);
  if (from === undefined || to === undefined || rest.length || from > 9999 !== to > 9999) return undefined;
  return [from, to];
}

function parseDate(text: string): number | undefined {
  const [, year = '0', month, day] = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(text) ?? [];
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDate ? Number(year) * 10_000 + Number(month) * 100 + Number(day) : undefined;
}

function parseHours(token: string): readonly [number, number] | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/.exec(token) ?? [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from < 1440 && to <= 1440 && Number(fromMinute) < 60 && Number(toMinute) < 60 ? [from, to] : undefined;
}
