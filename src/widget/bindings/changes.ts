import { maxParts } from './scheduler.ts';
import { native } from '../native.ts';

/** The element that a change is about: of a text, its parent. */
export function changedElement({ target }: MutationRecord): Element | null {
  return target instanceof Element ? target : native(target).parentElement;
}

/** The elements to search for what has come: one by one, or their parent if they are many. */
export function arrivedParts(record: MutationRecord): readonly Element[] {
  const parent = changedElement(record);
  if (parent && record.addedNodes.length > maxParts) return [parent];
  return [...record.addedNodes].filter((node) => node instanceof Element);
}

/** A morph may put back the `hidden` of what a conditional element shows. Nothing else reports that to the element. */
export function updateConditionalParent(element: Element): void {
  const parent: (Element & { requestUpdate?(): void }) | null = native(element).parentElement;
  if (parent && native(parent).localName.startsWith('geo-')) parent.requestUpdate?.();
}
