import { Temporal } from 'temporal-polyfill';
import { type Dates, inZone, isWithinDates, isWithinWeekdays, momentOf } from './model.ts';

/** The table of `docs/delivery.md`, written down from its words. A plan is data here, and the cases write it as text. */

export interface Plan {
  readonly entries: readonly Entry[];
  /** Minutes since midnight. Undefined: not written. */
  readonly cutoff: number | undefined;
  readonly zone: string;
  readonly work: Weekdays | undefined;
  readonly carrier: Weekdays | undefined;
  readonly closures: readonly Dates[];
  /** Of destinations. */
  readonly closedAt: ReadonlyArray<{ readonly place: string; readonly dates: readonly Dates[] }>;
}

export type Weekdays = ReadonlyArray<readonly [from: number, to: number]>;

interface Entry {
  /** `FR`, `US-HI`, `*`, or a group in lower case. */
  readonly place: string;
  readonly least: number;
  readonly most: number;
}

export interface Visitor {
  readonly country: string | undefined;
  readonly state: string | undefined;
  readonly isInUnion: boolean | undefined;
}

/** What is promised, as text. */
export interface Promised {
  readonly place: string;
  readonly from: string;
  readonly to: string;
  readonly leaves: string;
  readonly orderBy: number;
}

type Answer = 'yes' | 'no' | 'unknown';

/** The groups that cases use, of countries or of states. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  dach: ['DE', 'AT', 'CH'],
  gcc: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
  west: ['US-CA', 'US-OR', 'US-WA'],
  home: ['FR', 'AT'],
};

const monToFri: Weekdays = [[1, 5]];
const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Remembers what it knows of dates, since it is asked each minute. */
export function modelOf(plan: Plan): (moment: number, visitor: Visitor) => Promised | undefined {
  const orderBys = new Map<string, number | undefined>();
  /** Undefined: a date on which nothing leaves. */
  const orderBy = (date: Temporal.PlainDate) => {
    const key = date.toString();
    if (!orderBys.has(key)) orderBys.set(key, leavesOn(plan, date) ? cutoffOn(plan, date) : undefined);
    return orderBys.get(key);
  };
  const arrivals = new Map<string, readonly [Temporal.PlainDate, Temporal.PlainDate] | undefined>();
  return (moment, visitor) => {
    const entry = entryFor(plan, visitor);
    if (!entry) return undefined;
    const today = inZone(moment, plan.zone).toPlainDate();
    for (let days = 0; days <= 60; days++) {
      const leaves = today.add({ days });
      const by = orderBy(leaves);
      if (by === undefined || by <= moment) continue;
      const key = `${leaves.toString()} ${JSON.stringify(visitor)}`;
      if (!arrivals.has(key)) arrivals.set(key, arrivalsOf(plan, entry, leaves, visitor));
      const [from, to] = arrivals.get(key) ?? [];
      return from && to
        ? { place: entry.place, from: from.toString(), to: to.toString(), leaves: leaves.toString(), orderBy: by }
        : undefined;
    }
    return undefined;
  };
}

/** Step 2. */
function entryFor({ entries }: Plan, visitor: Visitor): Entry | undefined {
  const rank = ({ place }: Entry) => {
    if (place === '*') return 3;
    if (place.includes('-')) return 0;
    return place === place.toUpperCase() ? 1 : 2;
  };
  const [first] = entries
    .map((entry, index) => ({ entry, index, answer: answerOf(entry.place, visitor) }))
    .filter(({ answer }) => answer !== 'no')
    .sort((one, other) => rank(one.entry) - rank(other.entry) || one.index - other.index);
  return first?.answer === 'yes' ? first.entry : undefined;
}

function answerOf(place: string, visitor: Visitor): Answer {
  if (place === '*') return 'yes';
  if (place === 'eu') return visitor.isInUnion === undefined ? 'unknown' : yesIf(visitor.isInUnion);
  const members = groups[place];
  if (members) {
    const answers = new Set(members.map((member) => answerOf(member, visitor)));
    if (answers.has('yes')) return 'yes';
    return answers.has('unknown') ? 'unknown' : 'no';
  }
  if (visitor.country === undefined) return 'unknown';
  const [country, state] = place.split('-');
  if (country !== visitor.country) return 'no';
  if (state === undefined) return 'yes';
  return visitor.state === undefined ? 'unknown' : yesIf(state === visitor.state);
}

function yesIf(holds: boolean): Answer {
  return holds ? 'yes' : 'no';
}

/** Step 3, without the cut-off. */
function leavesOn({ work = monToFri, closures }: Plan, date: Temporal.PlainDate): boolean {
  return isWithinWeekdays(work, date) && !closures.some((dates) => isWithinDates(dates, date));
}

function cutoffOn({ cutoff = 1440, zone }: Plan, date: Temporal.PlainDate): number {
  const day = cutoff === 1440 ? date.add({ days: 1 }) : date;
  return momentOf(day.toPlainDateTime({ hour: Math.floor(cutoff / 60) % 24, minute: cutoff % 60 }), zone);
}

/** Steps 4 to 6. */
function arrivalsOf(
  plan: Plan,
  { least, most }: Entry,
  leaves: Temporal.PlainDate,
  visitor: Visitor,
): readonly [Temporal.PlainDate, Temporal.PlainDate] | undefined {
  const arrival = (count: number, counts: readonly Answer[]) => {
    const closed = plan.closedAt.filter(({ place }) => counts.includes(answerOf(place, visitor)));
    const isDelivered = (date: Temporal.PlainDate) =>
      isWithinWeekdays(plan.carrier ?? plan.work ?? monToFri, date) &&
      !closed.some(({ dates }) => dates.some((range) => isWithinDates(range, date)));
    if (count === 0 && isDelivered(leaves)) return leaves;
    // For 0, the date itself is the first of those that may be closed.
    let closedInARow = count === 0 ? 1 : 0;
    let still = Math.max(count, 1);
    for (let date = leaves.add({ days: 1 }); closedInARow <= 60; date = date.add({ days: 1 })) {
      if (!isDelivered(date)) closedInARow++;
      else if (--still) closedInARow = 0;
      else return date;
    }
    return undefined;
  };
  const both = (counts: readonly Answer[]) => [arrival(least, counts), arrival(most, counts)] as const;
  const [from, to] = both(['yes']);
  const [otherFrom, otherTo] = both(['yes', 'unknown']);
  if (!from || !to || !otherFrom || !otherTo || !from.equals(otherFrom) || !to.equals(otherTo)) return undefined;
  return [from, to];
}

/** `{from}` in English, for a visitor whose clock is in a zone. */
export function dateSaid(date: string, moment: number, zone: string): string {
  const today = inZone(moment, zone).toPlainDate();
  const wanted = Temporal.PlainDate.from(date);
  if (wanted.equals(today)) return 'today';
  if (wanted.equals(today.add({ days: 1 }))) return 'tomorrow';
  const year = wanted.year === today.year ? '' : `, ${wanted.year}`;
  return `${weekdayNames[wanted.dayOfWeek - 1] ?? ''}, ${monthNames[wanted.month - 1] ?? ''} ${wanted.day}${year}`;
}

/** `{left}` in English. */
export function timeSaid(moment: number, orderBy: number): string {
  const [now, then] = [moment, orderBy].map((each) => Temporal.Instant.fromEpochMilliseconds(each)) as [
    Temporal.Instant,
    Temporal.Instant,
  ];
  const { hours, minutes } = now.until(then, { largestUnit: 'hour', smallestUnit: 'minute', roundingMode: 'trunc' });
  const days = Math.floor(hours / 24);
  const said = (amount: number, unit: string) => (amount ? [`${amount} ${unit}`] : []);
  const parts = days
    ? [...said(days, days === 1 ? 'day' : 'days'), ...said(hours % 24, 'hr')]
    : [...said(hours, 'hr'), ...said(minutes, 'min')];
  return parts.join(' ') || '1 min';
}
