import type { BoundTarget } from './bound-target.ts';
import { native } from '../dom/native.ts';

/**
 * The browser may paint a text before the parser has reached its end. The parser then adds the rest of the owner's text
 * to what it finds, and that is ours. This puts the owner's text together, so that it can be written again.
 */
export function restoreStreamedText(element: Element, bound: BoundTarget): void {
  const { written, original } = bound;
  const { firstChild, firstElementChild } = native(element);
  if (typeof written !== 'string' || !(firstChild instanceof Text) || !firstChild.data.startsWith(written)) return;
  const isUnchanged = firstChild.data === written && !firstElementChild;
  if (isUnchanged) return;
  firstChild.data = (original ?? '') + firstChild.data.slice(written.length);
  if (!firstChild.data) firstChild.remove();
  bound.written = undefined;
}
