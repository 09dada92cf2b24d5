import { weekdayNames } from './calendar.ts';
import { momentOf, wallTimeAt } from './zoned-time.ts';

/**
 * The moment at which the clocks of a zone show a time such as `tue 09:30`: today, or on the next day of that name.
 *
 * @returns undefined for a zone that the engine does not know.
 */
export function momentAtLocalTime(localTime: string, timezone: string, nowMs: number): number | undefined {
  const today = wallTimeAt(nowMs, timezone);
  const [, day = '', hour, minute] = /^(\w{3})? ?(\d+):(\d+)$/.exec(localTime) ?? [];
  if (!today || hour === undefined) return undefined;
  const daysAhead = day ? (weekdayNames.indexOf(day) - today.weekday + 7) % 7 : 0;
  return momentOf({ ...today, day: today.day + daysAhead }, Number(hour) * 60 + Number(minute), timezone);
}
