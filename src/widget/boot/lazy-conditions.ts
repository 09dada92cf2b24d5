import { attempt } from '../../rules/attempt.ts';
import { answerLazy, type Change, changeOf } from '../../rules/conditions/lazy-conditions.ts';
import type { AskLazy } from '../../rules/facts.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

const minuteMs = 60_000;

/**
 * A lazy file, fetched when a page first has one of these conditions. As long as a page uses one that changes with the
 * minute, it is updated each minute while it is visible, and when it becomes visible again. One that changes with the
 * address is updated whenever a script changes that.
 */
export default function startLazyConditions({ report, visitor: { reconsider }, signal }: Core): AskLazy {
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

  const follow: Readonly<Record<Change, () => void>> = {
    minute() {
      timer ??= setTimeout(tick, minuteMs - (Date.now() % minuteMs) + 50);
    },
    navigation: followAddress,
    nothing: () => undefined,
  };

  return (name, wanted, facts) => {
    follow[changeOf(name)]();
    const answer = answerLazy(name, wanted, facts);
    if (answer !== 'unusable') return answer;
    report('unusable-value', `${name}: ${wanted}`);
    return undefined;
  };
}
