import { isUnusable, parseClosures, parsePlan } from '../../rules/delivery/plan.ts';
import { type DeliveryPromise, promiseFor } from '../../rules/delivery/promise.ts';
import { deliveryWords } from '../../rules/delivery/words.ts';
import { planKeys, readDelivery, type WrittenDelivery } from '../../rules/delivery/written-plan.ts';
import { answer } from '../../rules/conditions/condition.ts';
import { hourMs } from '../../rules/time/calendar.ts';
import { attributeOf, type ElementNode } from './nodes.ts';
import type { PageContext } from './page-context.ts';

/** What is written holds for so long at least: some programs run no scripts, and some visitors read for a while. */
const steadyMs = hourMs;

/** The words of a `<geo-delivery>`. Undefined: its children show, or the browser decides. */
export function deliveryOn(element: ElementNode, context: PageContext, locale: string): string | undefined {
  const read = (name: string) => attributeOf(element, name);
  const names = ['plan', ...planKeys];
  const { deliveries, nowMs, timezone = '' } = context;
  const written = names.some((name) => read(name) === undefined) ? undefined : readDelivery(read, deliveries.plans);
  if (!written) return undefined;
  const own = JSON.stringify(names.filter((name) => name !== 'template').map(read));
  if (!deliveries.promises.has(own)) deliveries.promises.set(own, promiseOf(written, context));
  const promise = deliveries.promises.get(own);
  const words = promise && deliveryWords(written.template, promise, { nowMs, timezone, locale });
  // `{left}` is another text each minute, so it is always left to the browser.
  return words && words.untilMs > nowMs + steadyMs ? words.text : undefined;
}

function promiseOf(written: WrittenDelivery, context: PageContext): DeliveryPromise | undefined {
  const { deliveries, groups, nowMs } = context;
  deliveries.room -= JSON.stringify([written, deliveries.closures]).length;
  if (deliveries.room < 0) return undefined;
  const plan = parsePlan(written, groups);
  const closures = parseClosures(deliveries.closures, groups);
  if (isUnusable(plan) || isUnusable(closures)) return undefined;
  return context.decide((facts) => promiseFor({ plan, closures }, { answer }, facts, nowMs));
}
