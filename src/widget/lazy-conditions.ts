import { attempt } from '../rules/attempt.ts';
import { answerLazy } from '../rules/lazy-conditions.ts';
import type { AskLazy } from '../rules/facts.ts';
import type { Core } from './core.ts';
import { native } from './native.ts';

const minuteMs = 60_000;

/**
 * A lazy file, fetched when a page first has one of these conditions. With `local-time` the page is updated each
 * minute while it is visible, and when it becomes visible again. With `query` it is updated whenever a script changes
 * the address.
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
   * Only the Navigation API reports addresses that a router pushes. Going back also works without it. A page may have
   * something else named `navigation`. https://developer.mozilla.org/docs/Web/API/Navigation/currententrychange_event
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
