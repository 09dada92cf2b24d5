import { attempt } from '../rules/attempt.ts';
import { dayMs } from '../rules/time/calendar.ts';
import { offsetMs } from '../rules/time/zoned-time.ts';
import newest from './clocks.generated.json' with { type: 'json' };
import { type Finding, good, warning } from './finding.ts';
import type { PageElement } from './page-tree.ts';

/** Zones by their clock, such as `-480 2026-03-08T10:00Z -420`. The table has clocks until a moment. */
type ClocksTable = Readonly<Record<string, string> & Record<'version' | 'until', string>>;

/** More than a shop ships from. To look a year ahead in each takes time. */
const mostZones = 20;
const lookAheadDays = 366;

/** The zones that a page's schedules and delivery plans name, in elements and in the settings block. */
export function zonesOn(elements: readonly PageElement[], settings: Readonly<Record<string, unknown>>): string[] {
  const zones = new Set(
    elements.flatMap(({ tagName, attributes }) =>
      /^geo-(?:time|delivery)$/.test(tagName) ? (attributes.get('timezone') ?? []) : [],
    ),
  );
  // One that is nested too deeply is reported elsewhere.
  attempt(() =>
    JSON.stringify(settings['delivery'], (key, value: unknown) => {
      if (key === 'timezone' && typeof value === 'string') zones.add(value);
      return value;
    }),
  );
  return [...zones].slice(0, mostZones);
}

/**
 * Whether this Node's table of time zones has the same clocks as the newest that is known here. Governments change
 * clocks at short notice, and a table comes with its Node.
 */
export function checkClocks(
  zones: readonly string[],
  nowMs = Date.now(),
  node = process.versions['tz'] ?? '',
  table: ClocksTable = newest,
): Finding[] {
  if (zones.length === 0) return [];
  const { version } = table;
  const wrong = node > version ? [] : zones.flatMap((zone) => differenceIn(zone, nowMs, table) ?? []);
  if (wrong.length === 0)
    return [
      good(
        'clocks',
        `This Node has the time zones of ${node || 'an unknown version'}, and the newest known here are of ${version}.`,
      ),
    ];
  return wrong.map((difference) =>
    warning(
      'clocks',
      `${difference} by the time zones of this Node (${node || 'of an unknown version'}) than by the newest known here (${version}).`,
      'Update Node here and where pages are written, for times and delivery dates. Each browser has a table of its own: until it is updated, its visitors see the earlier clock.',
    ),
  );
}

/** @returns words for the first day on which the clocks are not the same. */
function differenceIn(zone: string, nowMs: number, table: ClocksTable): string | undefined {
  const clock = Object.entries(table)
    .find(([, names]) => names.split(' ').includes(zone))?.[0]
    .split(' ');
  if (clock === undefined) return undefined;
  const most = Math.min(nowMs + lookAheadDays * dayMs, Date.parse(table.until));
  for (let timeMs = nowMs; timeMs < most; timeMs += dayMs) {
    const here = offsetMs(timeMs, zone);
    // The name is newer than the table, or wrong. `markup` says that.
    if (here === undefined) return undefined;
    const behind = offsetAt(clock, timeMs) - here / 60_000;
    if (behind !== 0)
      return `From ${new Date(timeMs).toISOString().slice(0, 10)} it is ${Math.abs(behind)} minutes ${behind > 0 ? 'earlier' : 'later'} in ${zone}`;
  }
  return undefined;
}

/** @param clock the minutes that it is ahead of UTC, when that changes, the minutes from then on, and so on. */
function offsetAt(clock: readonly string[], timeMs: number): number {
  let index = 0;
  while (timeMs >= Date.parse(clock[index + 1] ?? '')) index += 2;
  return Number(clock[index]);
}
