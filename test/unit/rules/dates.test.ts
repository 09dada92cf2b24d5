import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateFinder, hasDate, parseDateRange } from '../../../src/rules/time/dates.ts';

const pad = (number: number) => String(number).padStart(2, '0');
const monthDay = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, day]) => `${pad(month)}-${pad(day)}`);
const date = fc.tuple(fc.integer({ min: 2026, max: 2028 }), monthDay).map(([year, rest]) => `${year}-${rest}`);
const range = fc
  .oneof(monthDay, date, fc.tuple(monthDay, monthDay), fc.tuple(date, date))
  .map((one) => (typeof one === 'string' ? one : one.join('..')));

it('finds a day in dates of thousands where one look at each finds it, and no other day', () => {
  fc.assert(
    fc.property(fc.array(range), date, (written, asked) => {
      const ranges = written.map(parseDateRange).filter((one) => one !== undefined);
      const day = new Date(asked);
      expect(dateFinder(ranges)(day)).toBe(hasDate(ranges, day));
    }),
    { numRuns: 2_000 },
  );
});

it('finds the first and the last day of a range, also over the end of a year, and not those beside it', () => {
  const [overEnd, inYear] = ['12-30..01-02', '2026-03-01..04'].map((one) => parseDateRange(one));
  const isIn = dateFinder([overEnd ?? [0, 0], inYear ?? [0, 0]]);
  const found = (days: string) => days.split(' ').map((day) => isIn(new Date(day)));
  expect(found('2026-12-30 2027-12-31 2026-01-01 2026-01-02 2026-03-01 2026-03-04')).toEqual(Array(6).fill(true));
  expect(found('2026-12-29 2026-01-03 2026-02-28 2026-03-05 2027-03-01')).toEqual(Array(5).fill(false));
});
