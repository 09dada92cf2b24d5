import type { Answer } from '../conditions/clause.ts';
import { isIn, type PlaceRules } from '../conditions/named-places.ts';
import type { Facts } from '../facts.ts';
import { dayMs } from '../time/calendar.ts';
import { dateFinder } from '../time/dates.ts';
import { type CalendarDate, momentOf, wallTimeAt } from '../time/zoned-time.ts';
import { type Closures, type DayCount, type DeliveryEntry, type DeliveryPlan, everywhere } from './plan.ts';

/** The sender's plan, and the closures of all destinations. */
export interface Delivery {
  readonly plan: DeliveryPlan;
  readonly closures: Closures;
}

/** When an order of now arrives. The whole count is a table in `docs/delivery.md`. */
export interface DeliveryPromise {
  /** Dates of the sender's calendar, which no zone moves. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** How many of the carrier's days it takes. */
  readonly days: DayCount;
  /** The place of the entry that they are from, in lower case. */
  readonly place: string;
  /** When the order leaves. */
  readonly leaves: CalendarDate;
  /** The cut-off of that day. Until then the dates stay as they are, for the same visitor. */
  readonly orderByMs: number;
}

/** After so many closed days in a row there is no promise. */
const mostClosedDays = 60;

/** @returns undefined where the page stays as written. */
export function promiseFor(
  { plan, closures }: Delivery,
  rules: PlaceRules,
  facts: Facts,
  nowMs: number,
): DeliveryPromise | undefined {
  const entry = facts.record && entryFor(plan, rules, facts);
  const departure = entry?.isKnown ? nextDeparture(plan, nowMs) : undefined;
  if (!entry || !departure) return undefined;
  const { dateMs: leavesMs, orderByMs } = departure;
  const answers = [...closures].map(([place, dates]) => [answerPlace(place, rules, facts), dates] as const);
  const arrivalsWith = (mayHold: (answer: Answer) => boolean) => {
    const isClosed = dateFinder(answers.flatMap(([answer, dates]) => (mayHold(answer) ? dates : [])));
    return entry.days.map((count) => arrivalAfter(leavesMs, count, plan.carrier, isClosed));
  };
  const [fromMs, toMs] = arrivalsWith((answer) => answer === true);
  const latest = arrivalsWith((answer) => answer !== false);
  // A closure that may hold only matters where it would change a date.
  if (fromMs === undefined || toMs === undefined || fromMs !== latest[0] || toMs !== latest[1]) return undefined;
  return {
    from: dateOf(fromMs),
    to: dateOf(toMs),
    days: entry.days,
    place: entry.place,
    leaves: dateOf(leavesMs),
    orderByMs,
  };
}

/**
 * The entry for a visitor: the first one that may be for them. If it is not known to be, there is no promise, since a
 * less specific entry could promise too much.
 */
export function entryFor(
  plan: DeliveryPlan,
  rules: PlaceRules,
  facts: Facts,
): (DeliveryEntry & { readonly isKnown: boolean }) | undefined {
  for (const entry of plan.entries) {
    const answer = answerPlace(entry.place, rules, facts);
    if (answer !== false) return { ...entry, isKnown: answer === true };
  }
  return undefined;
}

function answerPlace(place: string, rules: PlaceRules, facts: Facts): Answer {
  return place === everywhere || isIn(place, rules, facts);
}

/** The first of the sender's working days whose cut-off is still to come. */
function nextDeparture(
  { work, closures, cutoffMinute, timezone }: DeliveryPlan,
  nowMs: number,
): { readonly dateMs: number; readonly orderByMs: number } | undefined {
  const today = wallTimeAt(nowMs, timezone);
  if (!today) return undefined;
  let orderByMs = nowMs;
  const dateMs = firstOpenDay(Date.UTC(today.year, today.month - 1, today.day), work, dateFinder(closures), (date) => {
    orderByMs = momentOf(dateOf(date), cutoffMinute, timezone);
    return nowMs < orderByMs;
  });
  return dateMs === undefined ? undefined : { dateMs, orderByMs };
}

/** The carrier's day so many days after a date; for 0 that date, or else the first of such days after it. */
function arrivalAfter(
  dateMs: number,
  count: number,
  carrier: readonly number[],
  isClosed: (day: Date) => boolean,
): number | undefined {
  if (!count) return firstOpenDay(dateMs, carrier, isClosed);
  let arrivalMs: number | undefined = dateMs;
  for (let left = count; left && arrivalMs !== undefined; left--)
    arrivalMs = firstOpenDay(arrivalMs + dayMs, carrier, isClosed);
  return arrivalMs;
}

function firstOpenDay(
  fromMs: number,
  weekdays: readonly number[],
  isClosed: (day: Date) => boolean,
  isUsable?: (dateMs: number) => boolean,
): number | undefined {
  for (let dateMs = fromMs; dateMs <= fromMs + mostClosedDays * dayMs; dateMs += dayMs) {
    const day = new Date(dateMs);
    if (weekdays.includes(day.getUTCDay()) && !isClosed(day) && isUsable?.(dateMs) !== false) return dateMs;
  }
  return undefined;
}

/** @param dateMs the date's midnight in UTC. */
function dateOf(dateMs: number): CalendarDate {
  const date = new Date(dateMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
