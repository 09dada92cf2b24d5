import * as fc from 'fast-check';
import type { Temporal } from 'temporal-polyfill';
import { inZone, type Line } from './model.ts';
import { moments } from './moments.ts';

/** A zone, a moment by its clock, and a schedule with dates of those days. */
export interface Case {
  readonly zone: string;
  readonly at: Temporal.ZonedDateTime;
  readonly transitions: readonly number[];
  readonly lines: readonly Line[];
  /** The schedule as an owner writes it. */
  readonly text: string;
}

/** A line before its dates are counted from a day. */
interface DrawnLine {
  readonly weekdays: ReadonlyArray<readonly [number, number]>;
  readonly dates: ReadonlyArray<{ readonly first: number; readonly more: number; readonly everyYear: boolean }>;
  readonly hours: ReadonlyArray<readonly [number, number]>;
  readonly closed: boolean;
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const weekday = fc.integer({ min: 0, max: 6 });
/** Clocks leap at night, so most hours begin or end there. */
const minute = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 1260, max: 1439 }),
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 47 }).map((half) => half * 30),
);
const hours = fc.tuple(minute, fc.oneof({ weight: 8, arbitrary: minute }, { weight: 1, arbitrary: fc.constant(1440) }));
const dates = fc.record({
  first: fc.integer({ min: -3, max: 4 }),
  more: fc.integer({ min: 0, max: 3 }),
  everyYear: fc.boolean(),
});
const upTo = <T>(length: number, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof(fc.constant<T[]>([]), fc.array(arbitrary, { minLength: 1, maxLength: length }));
const line = (closed: fc.Arbitrary<boolean>): fc.Arbitrary<DrawnLine> =>
  fc.record({ weekdays: upTo(2, fc.tuple(weekday, weekday)), dates: upTo(2, dates), hours: upTo(3, hours), closed });

/** Cases of ten years before and ten years after a year, most of them beside a transition. */
export function cases(year: number): fc.Arbitrary<Case> {
  const lines = fc.tuple(line(fc.constant(false)), fc.array(line(fc.boolean()), { maxLength: 2 }));
  return fc.tuple(moments(year), lines).map(([{ zone, moment, transitions }, [first, more]]) => {
    const at = inZone(moment, zone);
    const drawn = [first, ...more].map((each) => dated(each, at.toPlainDate()));
    const text = drawn.map(write).join('; ');
    return { zone, at, transitions, lines: drawn, text, [fc.toStringMethod]: () => `${text} at ${at.toString()}` };
  });
}

function dated({ dates, hours, ...line }: DrawnLine, today: Temporal.PlainDate): Line {
  const isEmpty = !line.weekdays.length && !dates.length && !hours.length && !line.closed;
  return {
    ...line,
    hours: isEmpty ? [[0, 1440]] : hours,
    dates: dates.map(({ first, more, everyYear }) => ({
      from: today.add({ days: first }),
      to: today.add({ days: first + more }),
      everyYear,
    })),
  };
}

function write({ weekdays, dates, hours, closed }: Line): string {
  const range = (from: string, to: string, between: string) => (from === to ? from : `${from}${between}${to}`);
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return [
    ...weekdays.map(([from, to]) => range(weekdayNames[from] ?? '', weekdayNames[to] ?? '', '-')),
    ...dates.map(({ from, to, everyYear }) =>
      range(from.toString().slice(everyYear ? 5 : 0), to.toString().slice(everyYear ? 5 : 0), '..'),
    ),
    ...hours.map(([from, to]) => `${clock(from)}-${clock(to)}`),
    ...(closed ? ['closed'] : []),
  ].join(' ');
}
