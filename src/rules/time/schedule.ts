import { dayMs, minuteMs } from './calendar.ts';
import { type DateRange, hasDate, parseDateRange, parseWeekdays } from './dates.ts';
import { firstClockChange, offsetMs } from './zoned-time.ts';

/** One line of a schedule. All of its parts must hold; a part that is not written always holds. */
interface Entry {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[] | undefined;
  readonly dates: readonly DateRange[] | undefined;
  /** Minutes since midnight; an end before its start is on the next day. */
  readonly hours: readonly (readonly [from: number, to: number])[] | undefined;
  readonly closed: boolean;
}

/** Times of the week and of the year: `mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed`. */
export type Schedule = readonly Entry[];

const wholeDay: readonly (readonly [from: number, to: number])[] = [[0, 1440]];
/** A change that is further away than this is not reported. */
const horizonMs = 60 * dayMs;

/** A comma between hours and days ends a line too: in conditions in text form, a semicolon ends the condition. */
const nextLine = /(:\d\d)\s*,\s*(?=[a-z]{3}\b|\d+-\d)/gi;

/** @returns undefined if any part is not understood: half a schedule could say open when it is closed. */
export function parseSchedule(text: string): Schedule | undefined {
  const entries = text
    .replace(nextLine, '$1;')
    .split(';')
    .filter((part) => part.trim())
    .map(parseEntry);
  return entries.length && entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/**
 * Whether a schedule holds: the clock of the zone shows a time that is in it. If the clock goes back over that time,
 * the schedule holds twice. If the clock skips its beginning, it holds from the end of the gap.
 *
 * @returns undefined when the zone is unknown.
 */
export function isWithin(schedule: Schedule, timeMs: number, timezone: string): boolean | undefined {
  for (const { holds } of walk(schedule, timeMs, timezone)) return holds;
  return undefined;
}

/**
 * When the schedule next starts or stops to hold, in milliseconds since 1970.
 *
 * @returns undefined when it does not change within sixty days.
 */
export function nextChange(schedule: Schedule, timeMs: number, timezone: string): number | undefined {
  let now: boolean | undefined;
  for (const { fromMs, holds } of walk(schedule, timeMs, timezone)) {
    if (fromMs > timeMs + horizonMs) break;
    now ??= holds;
    if (holds !== now) return fromMs;
  }
  return undefined;
}

/**
 * The periods from a moment on, without end. A period ends at each start or end of hours, at midnight, and where the
 * clock is set forward or back. Within a period the answer does not change.
 */
function* walk(
  schedule: Schedule,
  timeMs: number,
  timezone: string,
): Generator<{ readonly fromMs: number; readonly holds: boolean }> {
  const edges = schedule.flatMap((entry) => hoursOf(entry).flat()).sort((a, b) => a - b);
  for (let fromMs = timeMs; ;) {
    const offset = offsetMs(fromMs, timezone);
    if (offset === undefined) return;
    const midnightMs = fromMs - sinceMidnightMs(fromMs + offset);
    const untilMs = firstClockChange(fromMs, midnightMs + dayMs, timezone) ?? midnightMs + dayMs;
    const between = edges
      .map((minute) => midnightMs + minute * minuteMs)
      .filter((edgeMs) => edgeMs > fromMs && edgeMs < untilMs);
    for (const moment of [fromMs, ...between]) yield { fromMs: moment, holds: holdsAt(schedule, moment + offset) };
    fromMs = untilMs;
  }
}

/** @param clockMs the local time, read as if it were UTC. */
function holdsAt(schedule: Schedule, clockMs: number): boolean {
  const minute = sinceMidnightMs(clockMs) / minuteMs;
  const [clock, yesterday] = [new Date(clockMs), new Date(clockMs - dayMs)];
  const today = (entry: Entry) =>
    isOn(entry, clock) && hoursOf(entry).some(([from, to]) => minute >= from && (minute < to || to <= from));
  /** Hours of the day before may go on after midnight. */
  const lastNight = (entry: Entry) =>
    isOn(entry, yesterday) && hoursOf(entry).some(([from, to]) => to <= from && minute < to);
  const closed = schedule.filter((entry) => entry.closed);
  const open = schedule.filter((entry) => !entry.closed);
  // A closed day does not shorten the hours that began the day before, and its own do not go on after midnight. Closed
  // hours apply exactly as written.
  if (closed.some((entry) => entry.hours && (today(entry) || lastNight(entry)))) return false;
  const isClosed = (day: Date) => closed.some((entry) => !entry.hours && isOn(entry, day));
  return (open.some(today) && !isClosed(clock)) || (open.some(lastNight) && !isClosed(yesterday));
}

function sinceMidnightMs(clockMs: number): number {
  return clockMs - Math.floor(clockMs / dayMs) * dayMs;
}

function hoursOf({ hours }: Entry): readonly (readonly [from: number, to: number])[] {
  return hours ?? wholeDay;
}

function isOn({ weekdays, dates }: Entry, day: Date): boolean {
  return (!weekdays || weekdays.includes(day.getUTCDay())) && (!dates || hasDate(dates, day));
}

function parseEntry(text: string): Entry | undefined {
  let weekdays: number[] | undefined;
  let dates: DateRange[] | undefined;
  let hours: (readonly [number, number])[] | undefined;
  let closed = false;
  for (const token of text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)) {
    const days = parseWeekdays(token);
    const date = parseDateRange(token);
    const time = parseHours(token);
    // `mon-fri 09:00-17:30 sat 10:00-14:00` means two lines, but nothing separates them.
    if ((days || date) && hours && (weekdays || dates)) return undefined;
    if (token === 'closed') closed = true;
    else if (days) (weekdays ??= []).push(...days);
    else if (date) (dates ??= []).push(date);
    else if (time) (hours ??= []).push(time);
    else return undefined;
  }
  return { weekdays, dates, hours, closed };
}

function parseHours(token: string): readonly [number, number] | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/.exec(token) ?? [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from < 1440 && to <= 1440 && Number(fromMinute) < 60 && Number(toMinute) < 60 ? [from, to] : undefined;
}
