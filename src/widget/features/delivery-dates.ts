import type { AskDelivery } from '../../rules/facts.ts';
import { deliveryText, isDeliveryWord } from '../../rules/delivery/delivery-text.ts';
import { isUnusable } from '../../rules/delivery/plan.ts';
import { planNamed, readDelivery } from '../../rules/delivery/written-plan.ts';
import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { hourMs, minuteMs } from '../../rules/time/calendar.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { createDeliveryReader } from '../elements/delivery/delivery-reader.ts';

const attribute = `${bindingPrefix}delivery`;

/**
 * A lazy file, fetched when a page first has a placeholder about delivery. As long as a page has one, it is updated each
 * minute while it is visible, and when it becomes visible again.
 */
export default function startDeliveryDates(core: Core): AskDelivery {
  const { visitor, signal, report, isComplete, openingTagOf } = core;
  const reader = createDeliveryReader(core);
  /** What was reported: a placeholder is asked for each element at each update, and the search takes as long as the page is. */
  const named = new Set<string>();
  /** When a text may be another one. */
  let dueMs = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Looks each minute, since no timer runs while the machine sleeps. */
  function tick(): void {
    clearTimeout(timer);
    timer = undefined;
    if (signal.aborted || native(document).hidden || dueMs === Infinity) return;
    const nowMs = reader.now();
    if (nowMs < dueMs) return arm(nowMs);
    // Whatever still asks says again when it is due.
    dueMs = Infinity;
    visitor.reconsider();
  }

  function arm(nowMs: number): void {
    timer ??= setTimeout(tick, minuteMs - (nowMs % minuteMs) + 50);
  }

  function fail(code: string, plan: string | null | undefined, text: string): undefined {
    const cause = `${code}: ${plan}: ${text}`;
    // The parser may not have reached the settings block yet, which has the plans.
    if (!isComplete(document)) addEventListener('DOMContentLoaded', visitor.reconsider, { once: true, signal });
    else if (!named.has(cause)) {
      named.add(cause);
      const element = elementWith(plan, text);
      report(code, element ? openingTagOf(element) : text);
    }
  }

  native(document).addEventListener('visibilitychange', tick, { signal });
  // From the back/forward cache, where no timer ran.
  addEventListener('pageshow', ({ persisted }) => persisted && tick(), { signal });

  return (word, facts, locale) => {
    const nowMs = reader.now();
    arm(nowMs);
    const delivery = facts.namedBeside?.[1];
    if (delivery == null || !isDeliveryWord(word)) return fail('unusable-template', delivery, `{${word}}`);
    const plans = core.block('delivery');
    const written = planNamed(delivery, plans) && readDelivery((name) => (name === 'plan' ? delivery : null), plans);
    const answer = written && reader.answer(written, facts, nowMs);
    if (!answer || isUnusable(answer)) return fail('unusable-delivery', delivery, `delivery: ${delivery}`);
    const { timezone = '' } = facts.page;
    const words = answer.promise && deliveryText(word, answer.promise, { nowMs, timezone, locale });
    dueMs = Math.min(dueMs, words?.untilMs ?? nowMs + hourMs);
    return words?.text;
  };
}

/** The page's first element with this plan, or with a placeholder that cannot be filled in; undefined in a shadow tree. */
function elementWith(plan: string | null | undefined, text: string): Element | undefined {
  const isAtFault = (value: string) =>
    text.startsWith('{') ? value.toLowerCase().replace(/\s/g, '').includes(text.slice(0, -1)) : value === plan;
  return [...native(document).querySelectorAll(plan == null ? `:not([${attribute}])` : `[${attribute}]`)].find(
    (element) => [...native(element).attributes].some(({ value }) => isAtFault(value)),
  );
}
