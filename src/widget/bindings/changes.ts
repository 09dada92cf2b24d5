import { native } from '../dom/native.ts';
import { treeOf } from '../dom/nodes.ts';
import type { Roots } from './roots.ts';
import { maxParts, type Scheduler } from './scheduler.ts';
import type { Writer } from './writer.ts';

/** Hands what has come to the scheduler, and what other scripts have changed to the writers, which handle it at once. */
export function handleChanges(
  records: readonly MutationRecord[],
  roots: Roots,
  scheduler: Scheduler<Element, Node>,
  writers: ReadonlySet<Writer>,
): void {
  for (const { addedNodes, attributeName, target } of records) {
    // Of a text, its parent.
    const element = target instanceof Element ? target : native(target).parentElement;
    if (addedNodes.length) scheduler.add(treeOf(target), arrivedParts(element, addedNodes));
    if (element && roots.has(element)) for (const writer of writers) writer.follow(element, attributeName);
  }
}

/** The elements to search for what has come: one by one, or their parent if they are many. */
function arrivedParts(parent: Element | null, addedNodes: NodeList): readonly Element[] {
  if (parent && addedNodes.length > maxParts) return [parent];
  return [...addedNodes].filter((node) => node instanceof Element);
}
