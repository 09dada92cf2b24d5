import { attempt } from '../attempt.ts';
import { memoize } from '../memoize.ts';
import { dayMs, minuteMs } from './calendar.ts';

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** The local time of a zone at a moment. */
export interface WallTime extends CalendarDate {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes since midnight. */
  readonly minute: number;
}

/** Zones with a new name, and the name that older engines know. https://data.iana.org/time-zones/tzdb/NEWS */
const earlierNames: Readonly<Record<string, string>> = {
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'America/Nuuk': 'America/Godthab',
  'Asia/Yangon': 'Asia/Rangoon',
  'America/Ciudad_Juarez': 'America/Denver',
  'America/Coyhaique': 'America/Punta_Arenas',
};

/** @returns undefined for a zone that the engine does not know. */
const clockOf = memoize(
  (timezone: string) => attempt(() => createClock(timezone)) ?? createClock(earlierNames[timezone] ?? ''),
);

/** @returns the name of the zone in this engine, or undefined if the engine does not know the zone. */
export function usableTimezone(timezone: string): string | undefined {
  return clockOf(timezone)?.resolvedOptions().timeZone;
}

/**
 * The same for what an owner writes. Some engines take `+02:00` for a zone, and others do not; a clock on a wall is set
 * forward in summer, and an offset is not.
 */
export function writtenTimezone(text: string): string | undefined {
  return /^[+-]/.test(text) ? undefined : usableTimezone(text);
}

/**
 * @returns undefined for a zone that the engine does not know: some names are newer than the engine, some are wrong.
 */
export function wallTimeAt(timeMs: number, timezone: string): WallTime | undefined {
  const offset = offsetMs(timeMs, timezone);
  if (offset === undefined) return undefined;
  const clock = new Date(timeMs + offset);
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    weekday: clock.getUTCDay(),
    minute: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
  };
}

/** How far a clock is ahead of UTC. @returns undefined for a zone that the engine does not know. */
export function offsetMs(timeMs: number, timezone: string): number | undefined {
  const clock = clockOf(timezone);
  if (!clock || Number.isNaN(timeMs)) return undefined;
  const {
    year = 0,
    month = 0,
    day = 0,
    hour,
    minute,
    second,
  } = Object.fromEntries(clock.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(timeMs / 1000) * 1000;
}

/**
 * The first moment after `afterMs` and not after `untilMs` at which the clock is set forward or back.
 *
 * @returns undefined if the offset from UTC is the same at both.
 */
export function firstClockChange(afterMs: number, untilMs: number, timezone: string): number | undefined {
  const offset = offsetMs(afterMs, timezone);
  if (offsetMs(untilMs, timezone) === offset) return undefined;
  let [before, after] = [Math.floor(afterMs), Math.ceil(untilMs)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(middle, timezone) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * The moment at which a local clock shows a time. Where clocks go back it is the first of two, and where they skip the
 * time it is the moment of the change.
 *
 * @param minute since midnight of that day. From 1440 on it is on a later day.
 */
export function momentOf({ year, month, day }: CalendarDate, minute: number, timezone: string): number {
  return momentByClock(Date.UTC(year, month - 1, day) + minute * minuteMs, timezone);
}

/** @param asUtc the local time, read as if it were UTC. */
export function momentByClock(asUtc: number, timezone: string): number {
  // Clocks change by a day at most, so only the offsets of a day earlier and of a day later are possible.
  const [early, late] = [-1, 1].map((days) => asUtc - (offsetMs(asUtc + days * dayMs, timezone) ?? 0)) as [
    number,
    number,
  ];
  return (
    [early, late].find((moment) => moment + (offsetMs(moment, timezone) ?? 0) === asUtc) ??
    firstClockChange(late, early, timezone) ??
    early
  );
}

/** How many midnights lie between two moments, in the local time of a zone. */
export function daysBetween(fromMs: number, toMs: number, timezone: string): number {
  const [from = 0, to = 0] = [fromMs, toMs].map((timeMs) => {
    const wall = wallTimeAt(timeMs, timezone);
    return wall && Date.UTC(wall.year, wall.month - 1, wall.day);
  });
  return (to - from) / dayMs;
}

function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}
