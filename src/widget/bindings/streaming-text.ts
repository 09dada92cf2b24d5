import type { BoundSlot } from './bound-slot.ts';
import { textSlot } from './slot.ts';
import { native } from '../native.ts';

/** Texts that are written while the parser is still inside their element. The browser may paint them before it goes on. */
export interface StreamingText {
  add(bound: BoundSlot): void;
  has(bound: BoundSlot): boolean;
  /**
   * The parser adds the rest of the owner's text to what it finds, and that is ours. Call it when the element is visited
   * again: it puts the owner's text together, so that it can be written again.
   */
  resume(element: Element, bound: BoundSlot): void;
}

export function createStreamingText(): StreamingText {
  const texts = new Set<BoundSlot>();
  return {
    add(bound) {
      if (bound.compiled.slot === textSlot) texts.add(bound);
    },
    has: (bound) => texts.has(bound),
    resume(element, bound) {
      if (!texts.delete(bound) || typeof bound.written !== 'string') return;
      const { written, original } = bound;
      const { firstChild, firstElementChild } = native(element);
      if (!(firstChild instanceof Text) || !firstChild.data.startsWith(written)) return;
      const isUnchanged = firstChild.data === written && !firstElementChild;
      if (isUnchanged) return;
      firstChild.data = (original ?? '') + firstChild.data.slice(written.length);
      if (!firstChild.data) firstChild.remove();
      bound.written = undefined;
    },
  };
}
