import type { BoundTarget } from '../../bindings/bound-target.ts';
import type { Core } from '../../api/core.ts';

/** What is bound on an element so far. */
export function bindingsOn(element: Element, core: Core): readonly BoundTarget[] {
  const found: BoundTarget[] = [];
  for (let bound = core.bindingsOf(element); bound; bound = bound.next) found.push(bound);
  return found;
}
