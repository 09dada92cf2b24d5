import * as fc from 'fast-check';
import { isWithin, nextChange, parseSchedule } from '../../src/rules/time/schedule.ts';
import { momentByClock, wallTimeAt } from '../../src/rules/time/zoned-time.ts';
import { type Case, cases } from './cases.ts';
import * as model from './model.ts';

const iso = (moment: number | undefined) => (moment === undefined ? 'never' : new Date(moment).toISOString());

/**
 * Draws cases and compares each answer.
 *
 * @param year in the middle of the twenty that are drawn from.
 * @throws the first case that differs, made as small as it goes, with the path to it.
 */
export function agrees({
  year,
  seed,
  numRuns,
  path = '',
}: {
  readonly year: number;
  readonly seed: number;
  readonly numRuns: number;
  readonly path?: string | undefined;
}): void {
  const property = fc.property(cases(year), (drawn) => {
    const wrong = differences(drawn);
    if (wrong.length) throw new Error(wrong.join('\n'));
  });
  fc.assert(property, { seed, numRuns, path, includeErrorInReport: true });
}

/** @returns what Geolet says otherwise than Temporal, one line for each; nothing when they agree. */
function differences({ zone, at, transitions, lines, text }: Case): string[] {
  const moment = at.epochMilliseconds;
  const schedule = parseSchedule(text);
  if (!schedule) return [`parseSchedule ${text}: undefined`];
  // What the clock would show if it did not leap before this moment: beside a leap it is a time that is skipped or
  // comes twice.
  const before = model
    .inZone(moment - 6 * 3_600_000, zone)
    .toPlainDateTime()
    .add({ hours: 6 });
  const wall = at.toPlainDateTime();
  const answers: ReadonlyArray<readonly [asked: string, ours: unknown, theirs: unknown]> = [
    ['isWithin', isWithin(schedule, moment, zone), model.isOpen(lines, at)],
    ['nextChange', iso(nextChange(schedule, moment, zone)), iso(model.nextChange(lines, at, transitions))],
    ...[before, wall].map(
      (clock) =>
        [
          `momentByClock ${clock.toString()}`,
          iso(momentByClock(Date.parse(`${clock.toString({ fractionalSecondDigits: 3 })}Z`), zone)),
          iso(model.momentOf(clock, zone)),
        ] as const,
    ),
    [
      'wallTimeAt',
      JSON.stringify(wallTimeAt(moment, zone)),
      JSON.stringify({
        year: wall.year,
        month: wall.month,
        day: wall.day,
        weekday: wall.dayOfWeek % 7,
        minute: wall.hour * 60 + wall.minute,
      }),
    ],
  ];
  return answers
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(
      ([asked, ours, theirs]) =>
        `${asked}, ${zone} at ${iso(moment)}, ${text}: ${String(ours)} and not ${String(theirs)}`,
    );
}
