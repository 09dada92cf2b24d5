import { attempt } from '../rules/attempt.ts';
import { answerLazy } from '../rules/lazy-conditions.ts';
import type { AskLazy } from '../rules/facts.ts';
import type { Core } from './core.ts';
import { native } from './native.ts';

const minuteMs = 60_000;

/**
 * A file of its own, fetched when a page first asks one of these conditions. Once the local time is asked for, the page follows
 * anew each minute while it is seen, and when it is seen again; once the query is, whenever a script changes the address.
 */
export function start({ report, visitor: { reconsider }, signal }: Core): AskLazy {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let followsAddress = false;

  function tick(): void {
    timer = undefined;
    if (signal.aborted) return;
    if (native(document).hidden) native(document).addEventListener('visibilitychange', tick, { once: true, signal });
    else reconsider();
  }

  /**
   * Of a router that pushes addresses only the Navigation API tells; the way back is followed without it. A page may have something
   * else of that name. https://developer.mozilla.org/docs/Web/API/Navigation/currententrychange_event
   */
  function followAddress(): void {
    if (followsAddress) return;
    followsAddress = true;
    const { navigation } = globalThis as { navigation?: EventTarget };
    attempt(() => navigation?.addEventListener('currententrychange', reconsider, { signal }));
  }

  return (name, wanted, facts) => {
    if (name === 'query') followAddress();
    if (name === 'local-time') timer ??= setTimeout(tick, minuteMs - (Date.now() % minuteMs) + 50);
    const answer = answerLazy(name, wanted, facts);
    if (answer !== 'unusable') return answer;
    report('unusable-value', `${name}: ${wanted}`);
    return undefined;
  };
}
