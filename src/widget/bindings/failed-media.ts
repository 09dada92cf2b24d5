import type { Binding } from './binding.ts';
import { giveUp, isGivenUp } from './contest.ts';

/**
 * A medium that fails to load goes back to the one that was written, until the facts change: once, for that one may fail as well.
 *
 * @param states the first binding of each element that has any.
 */
export function watchFailedMedia(states: WeakMap<Element, Binding | null>, signal: AbortSignal): void {
  addEventListener(
    'error',
    ({ target }) => {
      // Of a `<source>` only the picture around it tells that it has failed.
      for (const element of target instanceof Element ? (target.closest('picture')?.children ?? [target]) : []) {
        for (let binding = states.get(element); binding; binding = binding.next) {
          if (
            !/ data-geo-src(set)?=/.test(binding.directive.source) ||
            binding.written === undefined ||
            isGivenUp(binding)
          )
            continue;
          giveUp(binding);
          binding.directive.slot.write(element, binding.original ?? null, binding.written);
        }
      }
    },
    { signal, capture: true },
  );
}
