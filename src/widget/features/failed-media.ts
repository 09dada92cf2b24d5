import type { Facts } from '../../rules/facts.ts';
import type { BoundTarget } from '../bindings/bound-target.ts';
import { giveUp, hasGivenUp } from '../bindings/retries.ts';
import type { Core } from '../api/core.ts';

/**
 * Puts back what the owner wrote on elements that have failed to load.
 *
 * @param facts those for which they were written.
 */
export type PutBackMedia = (elements: readonly Element[], facts: Facts | undefined) => void;

/** A file of its own, fetched when the first bound picture, video or sound fails to load. */
export default function startFailedMedia(core: Core): PutBackMedia {
  return (elements, facts) => {
    // Other facts may have led to other media, which may load.
    if (facts !== core.visitor.facts && !elements.some(hasFailed)) return;
    for (const element of elements)
      for (const { targetsOf } of core.bindings.writers)
        for (let bound = targetsOf(element); bound; bound = bound.next) putBack(element, bound);
  };
}

/** Whether a picture still has nothing to show: facts that are other ones may lead to the same. */
function hasFailed(element: Element): boolean {
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth === 0;
}

/** Once, until the facts change: what the owner wrote may fail as well. */
function putBack(element: Element, bound: BoundTarget): void {
  const { binding, target } = bound.compiled;
  const { written, original = null } = bound;
  if (!/^src(set)?$/.test(binding.name) || written === undefined || hasGivenUp(bound)) return;
  giveUp(bound);
  if (target.read(element, written) === written) target.write(element, original, written);
}
