import { momentOf, wallTimeAt } from './zoned-time.ts';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * The moment of today, or of the next day by that name, at which the clocks of a zone show a time such as `tue 09:30`.
 *
 * @returns undefined for a zone that the engine does not know.
 */
export function momentAtLocalTime(localTime: string, timezone: string, nowMs: number): number | undefined {
  const today = wallTimeAt(nowMs, timezone);
  const [, day = '', hour, minute] = /^(\w{3})? ?(\d+):(\d+)$/.exec(localTime) ?? [];
  if (!today || hour === undefined) return undefined;
  const daysAhead = day ? (weekdays.indexOf(day) - today.weekday + 7) % 7 : 0;
  return momentOf({ ...today, day: today.day + daysAhead }, Number(hour) * 60 + Number(minute), timezone);
}
