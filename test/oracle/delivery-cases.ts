import * as fc from 'fast-check';
import type { Temporal } from 'temporal-polyfill';
import type { WrittenPlan } from '../../src/rules/delivery/plan.ts';
import type { Plan, Visitor, Weekdays } from './delivery-model.ts';
import { type Dates, inZone } from './model.ts';
import { leaps, moments } from './moments.ts';

/** A plan, as data and as its owner writes it, and a visitor at a moment. */
export interface DeliveryCase {
  readonly moment: number;
  readonly plan: Plan;
  readonly written: WrittenPlan;
  readonly closures: Readonly<Record<string, string>>;
  readonly visitor: Visitor;
  readonly visitorZone: string;
}

interface DrawnDates {
  readonly first: number;
  readonly more: number;
  readonly everyYear: boolean;
  readonly isShort: boolean;
}

/** A plan before its dates are counted from a day. */
interface DrawnPlan extends Omit<Plan, 'zone' | 'closures' | 'closedAt'> {
  readonly closures: readonly DrawnDates[];
  readonly closedAt: ReadonlyArray<{ readonly place: string; readonly dates: readonly DrawnDates[] }>;
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const places = [
  'FR',
  'DE',
  'AT',
  'US',
  'US-CA',
  'US-HI',
  'US-WA',
  'DE-BE',
  'AE',
  'eu',
  'dach',
  'gcc',
  'west',
  'home',
  '*',
];

const days = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 90 })) },
);
const entries = fc
  .uniqueArray(fc.constantFrom(...places), { maxLength: 5 })
  .chain((chosen) =>
    fc.tuple(...[...chosen.filter((place) => place !== '*'), '*'].map((place) => fc.tuple(fc.constant(place), days))),
  )
  .chain((list) => fc.shuffledSubarray(list, { minLength: 1 }))
  .map((list) =>
    list.map(([place, [one, other]]) => ({ place, least: Math.min(one, other), most: Math.max(one, other) })),
  );
/** Clocks leap at night, so many cut-offs are there. */
const cutoff = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 240 }),
    fc.integer({ min: 1380, max: 1440 }),
    fc.integer({ min: 0, max: 1440 }),
    fc.integer({ min: 0, max: 48 }).map((half) => half * 30),
  ),
  { nil: undefined, freq: 5 },
);
const weekday = fc.integer({ min: 0, max: 6 });
const weekdays: fc.Arbitrary<Weekdays | undefined> = fc.option(
  fc.array(fc.tuple(weekday, weekday), { minLength: 1, maxLength: 3 }),
  { nil: undefined, freq: 2 },
);
const more = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 70 }) },
);
const dates: fc.Arbitrary<DrawnDates> = fc.record({
  first: fc.integer({ min: -3, max: 20 }),
  more,
  everyYear: fc.boolean(),
  isShort: fc.boolean(),
});
const closedAt = fc.array(
  fc.record({ place: fc.constantFrom(...places), dates: fc.array(dates, { minLength: 1, maxLength: 2 }) }),
  { maxLength: 3 },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 6 });
const visitor: fc.Arbitrary<Visitor> = fc.record({
  country: maybe(fc.constantFrom('FR', 'DE', 'AT', 'US', 'US', 'AE', 'JP')),
  state: maybe(fc.constantFrom('CA', 'HI', 'WA', 'NY', 'BE')),
  isInUnion: maybe(fc.boolean()),
});
const drawn: fc.Arbitrary<DrawnPlan> = fc.record({
  entries,
  cutoff,
  work: weekdays,
  carrier: weekdays,
  closures: fc.array(dates, { maxLength: 3 }),
  closedAt,
});

/** Most of them beside a transition. */
export function deliveryCases(year: number): fc.Arbitrary<DeliveryCase> {
  const visitorZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  return fc
    .tuple(moments(year), fc.integer({ min: 0, max: 59_999 }), drawn, visitor, visitorZone)
    .map(([{ zone, moment }, ms, plan, visitor, visitorZone]) => ({
      moment: moment + ms,
      visitor,
      visitorZone,
      ...planAt(moment, zone, plan),
    }));
}

/** Zones, each with a transition and a plan that is for everybody. */
export function plansAtLeaps({
  year,
  seed,
  zones,
}: {
  readonly year: number;
  readonly seed: number;
  readonly zones: number;
}): ReadonlyArray<Omit<DeliveryCase, 'visitor' | 'visitorZone'>> {
  const one = fc.tuple(leaps(year), drawn, days).map(([{ zone, moment }, plan, [least, more]]) => {
    const entries = [{ place: '*', least, most: Math.min(least + more, 90) }];
    return { moment, ...planAt(moment, zone, { ...plan, entries, closedAt: [] }) };
  });
  const several = fc.uniqueArray(one, { minLength: zones, maxLength: zones, selector: ({ plan }) => plan.zone });
  return fc.sample(several, { seed, numRuns: 1 }).flat();
}

function planAt(
  moment: number,
  zone: string,
  { entries, cutoff, work, carrier, closures, closedAt }: DrawnPlan,
): Pick<DeliveryCase, 'plan' | 'written' | 'closures'> {
  const today = inZone(moment, zone).toPlainDate();
  const dated = (list: readonly DrawnDates[]) => list.map((each) => datesFrom(today, each));
  const plan: Plan = {
    entries,
    cutoff,
    zone,
    work,
    carrier,
    closures: dated(closures),
    closedAt: closedAt.map(({ place, dates }) => ({ place, dates: dated(dates) })),
  };
  const write = (list: readonly DrawnDates[]) =>
    list.map((each) => writeDates(datesFrom(today, each), each.isShort)).join(', ');
  const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const written: WrittenPlan = {
    days: entries
      .map(({ place, least, most }) => `${place}: ${least === most ? least : `${least}-${most}`}`)
      .join(', '),
    cutoff: cutoff === undefined ? undefined : clock(cutoff),
    timezone: zone,
    work: work && writeWeek(work),
    carrier: carrier && writeWeek(carrier),
    closures: write(closures),
  };
  const byPlace: Record<string, string> = {};
  for (const { place, dates } of closedAt) byPlace[place] = [byPlace[place], write(dates)].filter(Boolean).join(' ');
  return { plan, written, closures: byPlace };
}

function datesFrom(today: Temporal.PlainDate, { first, more, everyYear }: DrawnDates): Dates {
  return { from: today.add({ days: first }), to: today.add({ days: first + more }), everyYear };
}

function writeWeek(week: Weekdays): string {
  return week
    .map(([from, to]) => (from === to ? weekdayNames[from] : `${weekdayNames[from] ?? ''}-${weekdayNames[to] ?? ''}`))
    .join(', ');
}

function writeDates({ from, to, everyYear }: Dates, isShort: boolean): string {
  const start = from.toString().slice(everyYear ? 5 : 0);
  if (from.equals(to)) return start;
  const isInMonth = from.year === to.year && from.month === to.month;
  if (isShort) return `${start}..${to.toString().slice(isInMonth ? 8 : 5)}`;
  return `${start}..${to.toString().slice(everyYear ? 5 : 0)}`;
}
