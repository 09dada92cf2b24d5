import { matches } from '../dom/nodes.ts';
import { native } from '../dom/native.ts';

/** Whether anything on the page has the focus. Usually nothing has, and `:focus-within` takes long to match. */
export function isAnythingFocused(): boolean {
  const page = native(document);
  return (page.activeElement ?? page.body) !== page.body;
}

/**
 * Don't hide a focused element: anyone who types or tabs there would lose their place. Retry on `focusout`.
 *
 * @returns whether the element has to wait. Then `retry` is called once the focus has left it.
 */
export function waitForFocusOut(element: Element, retry: (element: Element) => void, signal: AbortSignal): boolean {
  if (!matches(element, ':focus-within')) return false;
  addEventListener('focusout', () => setTimeout(retry, 0, element), { once: true, signal });
  return true;
}
