import { native } from '../dom/native.ts';
import { closestAround, localeOf, matches } from './dom.ts';
import { type BindingSource, ignoreSelector, notIgnored } from './selector.ts';

/** Also true for a node in a shadow tree whose host is ignored, which no selector sees. */
export function isIgnored(node: Node): boolean {
  return !!closestAround(node, ignoreSelector);
}

export function isBound(element: Element, selector: string): boolean {
  return matches(element, selector) && !isIgnored(element);
}

/** The bound elements of a part that is not ignored, itself included, in the order of the page. */
export function boundElementsIn(root: ParentNode, { selector, find }: BindingSource): ArrayLike<Element> {
  const own = native(root);
  // Looking upwards from each element is slow, and few pages ignore anything.
  const ignores = own.querySelector(ignoreSelector);
  const query = (text: string) => own.querySelectorAll(ignores ? notIgnored(text) : text);
  const elements = find ? find(query) : query(selector);
  return root instanceof Element && matches(root, selector) ? [root, ...elements] : elements;
}

/** The language of everything in a part, if it is the same. Looking it up takes as long as writing an element. */
export function onlyLocaleIn(root: ParentNode): string | undefined {
  const top = root instanceof Document ? native(root).body : root;
  return top instanceof Element && !native(top).querySelector('[lang]') ? localeOf(top) : undefined;
}
