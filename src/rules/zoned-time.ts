/** A moment as a clock on the wall of some zone shows it. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes since midnight. */
  readonly minute: number;
}

const minuteMs = 60_000;

/** @returns undefined for a zone that the engine does not know: names differ in age, and databases in care. */
export function wallTimeAt(timeMs: number, timezone: string): WallTime | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' });
    const parts = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(), minute: hour * 60 + minute };
  } catch {
    return undefined;
  }
}

/**
 * When a wall clock shows a time: the first of two where clocks go back, and the moment of the leap where they skip it.
 *
 * @param minute of that day; beyond 1440 it is on a later one.
 */
export function momentOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>, minute: number, timezone: string): number {
  const asUtc = Date.UTC(year, month - 1, day) + minute * minuteMs;
  // Offsets change by hours at most, so the offset a day earlier and a day later are the two that can hold.
  const candidates = [-1, 1].map((days) => asUtc - offsetMs(asUtc + days * 1440 * minuteMs, timezone));
  return candidates.find((moment) => moment + offsetMs(moment, timezone) === asUtc) ?? Math.max(...candidates);
}

function offsetMs(timeMs: number, timezone: string): number {
  const wall = wallTimeAt(timeMs, timezone);
  const rounded = Math.floor(timeMs / minuteMs) * minuteMs;
  return wall ? Date.UTC(wall.year, wall.month - 1, wall.day) + wall.minute * minuteMs - rounded : 0;
}
