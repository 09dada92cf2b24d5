import { attempt } from '../../rules/attempt.ts';
import { answerLazy, type Change, changeOf } from '../../rules/conditions/lazy-conditions.ts';
import type { AskLazy, Facts } from '../../rules/facts.ts';
import { fold } from '../../rules/text/normalize.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { createServerClock } from '../elements/time/server-clock.ts';

const minuteMs = 60_000;

/**
 * A lazy file, fetched when a page first has one of these conditions. As long as a page uses one that changes with the
 * minute, it is updated each minute while it is visible, and when it becomes visible again. It is updated whenever its
 * address changes.
 */
export default function startLazyConditions(core: Core): AskLazy {
  const { report, openingTagOf, visitor, signal } = core;
  const { reconsider } = visitor;
  const aheadMs = createServerClock(core);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Values that cannot be read, and were reported. */
  const named = new Set<string>();

  function tick(): void {
    timer = undefined;
    if (signal.aborted) return;
    if (native(document).hidden) native(document).addEventListener('visibilitychange', tick, { once: true, signal });
    else reconsider();
  }

  const follow: Readonly<Record<Change, () => void>> = {
    minute() {
      timer ??= setTimeout(tick, minuteMs - ((Date.now() + aheadMs()) % minuteMs) + 50);
    },
    navigation: () => undefined,
    nothing: () => undefined,
  };

  /** The facts by the server's clock. Those of a preview of another time go by that. */
  function onTime({ page, ...facts }: Facts): Facts {
    const isKnown = page.now === undefined || page.aheadMs !== undefined;
    return { ...facts, page: isKnown ? page : { ...page, now: page.now + aheadMs() } };
  }

  // Only the Navigation API reports addresses that a router pushes; going back also works without it. A page may have
  // something else named `navigation`.
  // https://developer.mozilla.org/docs/Web/API/Navigation/currententrychange_event
  const { navigation } = globalThis as { navigation?: EventTarget };
  attempt(() => navigation?.addEventListener('currententrychange', reconsider, { signal }));

  return (name, wanted, facts) => {
    const change = changeOf(name);
    follow[change]();
    const answer = answerLazy(name, wanted, change === 'minute' ? onTime(facts) : facts);
    if (answer !== 'unusable') return answer;
    const value = `${name}: ${wanted}`;
    // A condition is asked for each element at each update, and the search takes as long as the page is.
    if (named.has(value)) return undefined;
    named.add(value);
    const element = elementWith(name, wanted);
    report('unusable-value', element ? openingTagOf(element) : value);
    return undefined;
  };
}

/** The page's first element with such a condition; undefined where a script has asked, or it is in a shadow tree. */
function elementWith(name: string, wanted: string): Element | undefined {
  const conditions = `[${name}],[not-${name}],[data-geo-show],[data-geo-hide]`;
  return [...native(document).querySelectorAll(conditions)].find((element) =>
    [...native(element).attributes].some(({ value }) => fold(value).includes(wanted)),
  );
}
