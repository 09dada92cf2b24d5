import { isUnusable, parseClosures, parsePlan, type UnusablePlan } from '../../../rules/delivery/plan.ts';
import { promiseFor, type DeliveryPromise } from '../../../rules/delivery/promise.ts';
import { jsonOf, type WrittenDelivery } from '../../../rules/delivery/written-plan.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { Core } from '../../api/core.ts';
import { createServerClock } from '../time/server-clock.ts';

/** A page that generates plans would let what is known of them grow without end. */
const mostPlans = 1000;

/** Reads what owners write about delivery, each text once, and answers it at any moment. */
interface DeliveryReader {
  /** As the server's clock shows it, where that is known. In a preview of another time, that one. */
  now(): number;
  /** @returns what cannot be used, or the promise; there is none where the page stays as written. */
  answer(
    written: WrittenDelivery,
    facts: Facts,
    nowMs: number,
  ): UnusablePlan | { readonly promise: DeliveryPromise | undefined };
}

export function createDeliveryReader(core: Core): DeliveryReader {
  const { block, rules, visitor } = core;
  const aheadMs = createServerClock(core);
  let groups: Facts['groups'];
  let known = new Map<string, unknown>();

  /** Reads a text anew once the owner's groups are there, which come with the settings block. */
  function readOnce<Read extends object>(written: unknown, facts: Facts, read: () => Read): Read {
    if (groups !== facts.groups || known.size === mostPlans) known = new Map();
    groups = facts.groups;
    const key = jsonOf(written);
    const found = known.get(key) ?? read();
    known.set(key, found);
    return found as Read;
  }

  return {
    now: () => Date.now() + aheadMs(),
    answer(written, facts, nowMs) {
      const plan = readOnce(written, facts, () => parsePlan(written, facts.groups));
      const listed = block('closures');
      const closures = readOnce(['closures', listed], facts, () => parseClosures(listed, facts.groups));
      if (isUnusable(plan)) return plan;
      if (isUnusable(closures)) return closures;
      // A guess knows a country, and no promise by place may depend on it.
      const sure = visitor.status === 'provisional' ? { ...facts, record: {} } : facts;
      return { promise: promiseFor({ plan, closures }, rules, sure, nowMs) };
    },
  };
}
