import { answer } from '../../rules/conditions/condition.ts';
import { type Closures, isUnusable, parseClosures, parsePlan, type UnusablePlan } from '../../rules/delivery/plan.ts';
import { type DeliveryPromise, promiseFor } from '../../rules/delivery/promise.ts';
import type { DeliveryWords } from '../../rules/delivery/words.ts';
import { jsonOf, planKeys, readDelivery, type WrittenDelivery } from '../../rules/delivery/written-plan.ts';
import type { Facts } from '../../rules/facts.ts';
import { hourMs } from '../../rules/time/calendar.ts';
import { visitorLimits } from './visitor-limits.ts';

/** What is written holds for so long at least: some programs run no scripts, and some pages wait before they are read. */
const steadyMs = hourMs;

/** What a page says about delivery. Its settings have plans by name. */
export interface PageDeliveries {
  readonly plans: unknown;
  /** Reads the closures, which may be thousands of dates, once. */
  closures(groups: Facts['groups']): ReadClosures;
  /** By what stands on the elements. */
  readonly promises: Map<string, DeliveryPromise | undefined>;
  /** How many characters of plans may still be read for this page: many elements may name a long plan each. */
  room: number;
}

interface ReadClosures {
  readonly read: Closures | UnusablePlan;
  readonly characters: number;
}

interface Delivery {
  readonly written: WrittenDelivery;
  readonly promise: DeliveryPromise | undefined;
}

/** @param block the page's settings. */
export function createPageDeliveries({ delivery, closures }: Readonly<Record<string, unknown>> = {}): PageDeliveries {
  let known: ReadClosures | undefined;
  return {
    plans: delivery,
    closures(groups) {
      known ??= { read: parseClosures(closures, groups), characters: jsonOf(closures ?? null).length };
      return known;
    },
    promises: new Map(),
    room: visitorLimits.planCharacters,
  };
}

/**
 * Reads a plan, each once for a page.
 *
 * @param read an attribute; undefined: only a browser can read it.
 * @returns undefined if only the browser can decide.
 */
export function deliveryFor(
  deliveries: PageDeliveries,
  read: (name: string) => string | null | undefined,
  facts: Facts,
  nowMs: number,
): Delivery | undefined {
  const names = ['plan', ...planKeys];
  const written = names.some((name) => read(name) === undefined) ? undefined : readDelivery(read, deliveries.plans);
  if (!written) return undefined;
  const key = JSON.stringify(names.filter((name) => name !== 'template').map(read));
  if (!deliveries.promises.has(key)) {
    const { read: closures, characters } = deliveries.closures(facts.groups);
    deliveries.room -= JSON.stringify(written).length + characters;
    if (deliveries.room < 0) return undefined;
    deliveries.promises.set(key, promiseOf(written, closures, facts, nowMs));
  }
  return { written, promise: deliveries.promises.get(key) };
}

/** @returns undefined for a text that another one may take the place of within the hour, as for `{left}` always. */
export function steadyText(words: DeliveryWords | undefined, nowMs: number): string | undefined {
  return words && words.untilMs > nowMs + steadyMs ? words.text : undefined;
}

function promiseOf(
  written: WrittenDelivery,
  closures: Closures | UnusablePlan,
  facts: Facts,
  nowMs: number,
): DeliveryPromise | undefined {
  const plan = parsePlan(written, facts.groups);
  return isUnusable(plan) || isUnusable(closures)
    ? undefined
    : promiseFor({ plan, closures }, { answer }, facts, nowMs);
}
