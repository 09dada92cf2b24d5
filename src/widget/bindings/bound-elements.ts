import { native } from '../dom/native.ts';
import { closestAround, localeOf, matches } from '../dom/nodes.ts';
import { type BindingSource, ignoreSelector, notIgnored } from './selector.ts';

/** Also true for a node in a shadow tree whose host is ignored, which no selector sees. */
function isIgnored(node: Node): boolean {
  return !!closestAround(node, ignoreSelector);
}

export function isBound(element: Element, selector: string): boolean {
  return matches(element, selector) && !isIgnored(element);
}

/** From so many elements on, a list of selectors takes longer than to look for each. */
const manyElements = 200;

/** The parts of a part that are ignored, which may be all of it. */
export function ignoredIn(root: ParentNode): ArrayLike<ParentNode> & Iterable<ParentNode> {
  return isIgnored(root) ? [root] : native(root).querySelectorAll(ignoreSelector);
}

/**
 * The bound elements of a part that is not ignored, itself included, in the order of the page.
 *
 * @param ignores whether anything in it is. Looking upwards from each element is slow, and few pages ignore anything.
 */
export function boundElementsIn(
  root: ParentNode,
  { selectors, find }: BindingSource,
  ignores: boolean,
): ArrayLike<Element> {
  const own = native(root);
  const query = (text: string) => own.querySelectorAll(ignores ? notIgnored(text) : text);
  // A browser asks each element for each selector of a list, and finds one alone in a tenth of the time or less.
  const there = () =>
    selectors[1] && query('*').length > manyElements ? selectors.filter((one) => own.querySelector(one)) : selectors;
  // `_` finds nothing.
  const elements = find ? find(query) : query(there().join() || '_');
  return root instanceof Element && matches(root, selectors.join()) ? [root, ...elements] : elements;
}

/** The language of everything in a part, if it is the same. Looking it up takes as long as writing an element. */
export function onlyLocaleIn(root: ParentNode): string | undefined {
  const top = root instanceof Document ? native(root).body : root;
  return top instanceof Element && !native(top).querySelector('[lang]') ? localeOf(top) : undefined;
}
