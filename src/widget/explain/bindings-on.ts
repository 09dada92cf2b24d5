import type { BoundSlot } from '../bindings/bound-slot.ts';
import type { Core } from '../core.ts';

/** What is bound on an element so far. */
export function bindingsOn(element: Element, core: Core): readonly BoundSlot[] {
  const found: BoundSlot[] = [];
  for (let bound = core.bindingsOf(element); bound; bound = bound.next) found.push(bound);
  return found;
}
