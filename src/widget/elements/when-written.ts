import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/**
 * Calls back at once, or once a page that the server has written is there as a whole: a shadow tree of the server's comes
 * behind the element's start tag, where an element has its own already.
 */
export function whenWritten({ isComplete }: Pick<Core, 'isComplete'>, then: () => void): void {
  if (native(document).querySelector('[data-geo-edge]') && !isComplete(document))
    addEventListener('DOMContentLoaded', then, { once: true });
  else then();
}
