import { isUsableTemplate } from '../../rules/delivery/delivery-text.ts';
import { type DeliveryPlan, isUnusable, parseClosures, parsePlan } from '../../rules/delivery/plan.ts';
import { type DeliveryPromise, entryFor, promiseFor } from '../../rules/delivery/promise.ts';
import { readDelivery, type WrittenDelivery } from '../../rules/delivery/written-plan.ts';
import type { CalendarDate } from '../../rules/time/zoned-time.ts';
import type { Core } from '../../widget/api/core.ts';
import type { Snapshot } from './snapshot.ts';
import { whyUnknown } from './why-unknown.ts';

/** Why a plan comes to its dates, or to none. Mistakes are said beside it. */
export function explainPlan(
  read: (name: string) => string | null | undefined,
  { rules, block }: Core,
  snapshot: Snapshot,
): readonly string[] {
  const { facts, source } = snapshot;
  if (!facts?.record) return [snapshot.missing];
  const written = readDelivery(read, block('delivery'));
  const plan = written && parsePlan(written, facts.groups);
  const closures = parseClosures(block('closures'), facts.groups);
  if (!plan || isUnusable(plan) || isUnusable(closures) || !isUsableTemplate(written.template))
    return ['not replaced: what is written about the delivery cannot be used'];
  const sure = source === 'guess' ? { ...facts, record: {} } : facts;
  const nowMs = Date.now() + (facts.page.aheadMs ?? 0);
  const promise = promiseFor({ plan, closures }, rules, sure, nowMs);
  if (promise) return promiseLines(promise, plan, written);
  const entry = entryFor(plan, rules, sure);
  const place = entry?.place.toUpperCase() ?? '';
  if (!entry) return ['not replaced: the visitor is in no place of days'];
  if (!entry.isKnown && source === 'guess') return ['not replaced: the country is only guessed'];
  if (!entry.isKnown) {
    const unknown = sure.record?.countryCode ? 'state' : 'country';
    return [`not replaced: the entry for ${place} may be the visitor's; ${whyUnknown(unknown, snapshot)}`];
  }
  const isOpen = promiseFor({ plan, closures: new Map() }, rules, sure, nowMs) !== undefined;
  return [
    isOpen
      ? `not replaced: closures of destinations may hold for the visitor and are not known to, or last for more than 60 days`
      : 'not replaced: no order leaves, or none arrives, within 60 days',
  ];
}

function promiseLines(
  { place, days, leaves, from, to, orderByMs }: DeliveryPromise,
  { timezone }: DeliveryPlan,
  { cutoff }: WrittenDelivery,
): readonly string[] {
  const count = days[0] === days[1] ? `${days[0]}` : `${days[0]} to ${days[1]}`;
  const where = place === '*' ? 'for everybody' : `for ${place.toUpperCase()}, where the visitor is`;
  const until = `until ${cutoff ?? 'the end of the day'} in ${timezone}, ${new Date(orderByMs).toISOString()}`;
  return [
    `the entry ${where}: ${count} of the carrier's days`,
    `an order leaves on ${isoDate(leaves)}, ${until}`,
    `it is delivered from ${isoDate(from)} to ${isoDate(to)}`,
  ];
}

function isoDate({ year, month, day }: CalendarDate): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}
