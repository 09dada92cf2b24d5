import { readPackage } from './packages.ts';

interface Zone {
  /** Milliseconds since 1970, the last one Infinity. */
  readonly untils: readonly number[];
  /** Minutes behind UTC, until then. */
  readonly offsets: readonly number[];
}

interface MomentTimezone {
  readonly tz: { readonly dataVersion: string; names(): string[]; zone(name: string): Zone };
}

/** From the year of the version. The doctor looks a year ahead. */
const years = 3;

/** How the clocks go in the time zones of the IANA: their offsets and changes, and the zones that have these. */
export function clocksTable(): Record<string, string> {
  const { tz } = readPackage('moment-timezone') as MomentTimezone;
  const year = Number(tz.dataVersion.slice(0, 4));
  const [from, until] = [Date.UTC(year), Date.UTC(year + years)];
  const zones: Record<string, string> = {};
  for (const name of tz.names().toSorted()) {
    const clock = clockOf(tz.zone(name), from, until);
    zones[clock] = zones[clock] === undefined ? name : `${zones[clock]} ${name}`;
  }
  const sorted = Object.entries(zones).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { version: tz.dataVersion, until: minute(until), ...Object.fromEntries(sorted) };
}

/** Such as `-480 2026-03-08T10:00Z -420`: minutes ahead of UTC, and when they change. */
function clockOf({ untils, offsets }: Zone, from: number, until: number): string {
  const words: string[] = [];
  let last: number | undefined;
  for (const [index, offset] of offsets.entries()) {
    const since = untils[index - 1] ?? -Infinity;
    if ((untils[index] ?? Infinity) <= from || since >= until || offset === last) continue;
    if (last !== undefined) words.push(minute(since));
    words.push(`${offset > 0 ? '-' : '+'}${Math.abs(offset)}`);
    last = offset;
  }
  return words.join(' ');
}

function minute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16)}Z`;
}
