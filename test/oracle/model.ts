import { Temporal } from 'temporal-polyfill';

/** A schedule as data: the cases generate it, and the text for Geolet is written from it. */
export interface Line {
  /** 0 is Sunday; the second may come before the first. */
  readonly weekdays: ReadonlyArray<readonly [from: number, to: number]>;
  readonly dates: readonly Dates[];
  /** Minutes since midnight. */
  readonly hours: ReadonlyArray<readonly [from: number, to: number]>;
  readonly closed: boolean;
}

export interface Dates {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly everyYear: boolean;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const horizonDays = 60;

type Span = readonly [from: number, to: number];

/** What a schedule has on some days, by the clock on the wall: milliseconds as if it showed UTC, ends not included. */
interface Spans {
  readonly open: readonly Span[];
  readonly closed: readonly Span[];
}

/** Whether the clock on the wall shows a time that the schedule has. */
export function isOpen(lines: readonly Line[], at: Temporal.ZonedDateTime): boolean {
  return covers(spansOf(lines, at.toPlainDate(), 0), shownAt(at));
}

/**
 * The first moment at which the answer is another one, in milliseconds. Few schedules keep it for more than some days.
 */
export function nextChange(
  lines: readonly Line[],
  at: Temporal.ZonedDateTime,
  transitions: readonly number[],
): number | undefined {
  return changeWithin(3, lines, at, transitions) ?? changeWithin(horizonDays, lines, at, transitions);
}

/**
 * From one transition to the next a clock is as far ahead as it was, so that each edge of the schedule is one moment
 * there, or none.
 */
function changeWithin(
  days: number,
  lines: readonly Line[],
  at: Temporal.ZonedDateTime,
  transitions: readonly number[],
): number | undefined {
  const start = at.epochMilliseconds;
  const end = start + days * dayMs;
  const spans = spansOf(lines, at.toPlainDate(), days + 1);
  const now = covers(spans, shownAt(at));
  const stretches = [start, ...transitions.filter((moment) => moment > start && moment <= end)];
  for (const [index, from] of stretches.entries()) {
    const aheadMs = shownAt(inZone(from, at.timeZoneId)) - from;
    const edges = [...spans.open, ...spans.closed].flat().map((edge) => edge - aheadMs);
    const moments = [from, ...edges.filter((edge) => edge > from && edge < (stretches[index + 1] ?? end + 1))].sort(
      (a, b) => a - b,
    );
    const change = moments.find((moment) => covers(spans, moment + aheadMs) !== now);
    if (change !== undefined) return change;
  }
  return undefined;
}

function covers({ open, closed }: Spans, clock: number): boolean {
  const isIn = ([from, to]: Span) => from <= clock && clock < to;
  return open.some(isIn) && !closed.some(isIn);
}

/** From the day before, whose night may go on, until so many days later. */
function spansOf(lines: readonly Line[], today: Temporal.PlainDate, days: number): Spans {
  const dates = Array.from({ length: days + 2 }, (_, index) => today.add({ days: index - 1 }));
  const spans = dates.map((day) => {
    const held = lines.filter((line) => isOn(line, day));
    const isShut = held.some(({ closed, hours }) => closed && !hours.length);
    const midnight = day.toZonedDateTime('UTC').epochMilliseconds;
    const on = (line: Line) =>
      (line.hours.length ? line.hours : [[0, 1440] as const]).map(
        ([from, to]) => [midnight + from * minuteMs, midnight + to * minuteMs + (to <= from ? dayMs : 0)] as const,
      );
    return {
      open: isShut ? [] : held.filter(({ closed }) => !closed).flatMap(on),
      closed: held.filter(({ closed, hours }) => closed && hours.length).flatMap(on),
    };
  });
  return { open: spans.flatMap(({ open }) => open), closed: spans.flatMap(({ closed }) => closed) };
}

/** What the clock on the wall shows, as if it showed UTC. */
function shownAt(at: Temporal.ZonedDateTime): number {
  return at.epochMilliseconds + at.offsetNanoseconds / 1e6;
}

/** When a clock shows a time: the first of two moments, and the leap where it shows the time never. */
export function momentOf(clock: Temporal.PlainDateTime, zone: string): number {
  const first = earlier(clock, zone);
  if (first.toPlainDateTime().equals(clock)) return first.epochMilliseconds;
  const after = clock.toZonedDateTime(zone, { disambiguation: 'later' });
  return after.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? NaN;
}

/** When the clocks of a zone leap, in milliseconds. */
export function transitionsOf(zone: string, fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  for (
    let at = inZone(fromMs, zone).getTimeZoneTransition('next');
    at && at.epochMilliseconds < toMs;
    at = at.getTimeZoneTransition('next')
  )
    found.push(at.epochMilliseconds);
  return found;
}

export function inZone(moment: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
}

function earlier(clock: Temporal.PlainDateTime, zone: string): Temporal.ZonedDateTime {
  return clock.toZonedDateTime(zone, { disambiguation: 'earlier' });
}

function isOn({ weekdays, dates }: Line, day: Temporal.PlainDate): boolean {
  return (
    (!weekdays.length || isWithinWeekdays(weekdays, day)) &&
    (!dates.length || dates.some((range) => isWithinDates(range, day)))
  );
}

export function isWithinWeekdays(weekdays: Line['weekdays'], day: Temporal.PlainDate): boolean {
  return weekdays.some(([from, to]) => (day.dayOfWeek - from + 7) % 7 <= (to - from + 7) % 7);
}

export function isWithinDates({ from, to, everyYear }: Dates, day: Temporal.PlainDate): boolean {
  if (!everyYear) return Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, to) <= 0;
  const [first, last, on] = [from, to, day].map((date) => date.toString().slice(5)) as [string, string, string];
  return first <= last ? first <= on && on <= last : first <= on || on <= last;
}
