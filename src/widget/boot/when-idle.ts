import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/**
 * A lazy file for the setting `bindings="load"`. Waits until the page has loaded and a hydrating framework has compared
 * it with what the server sent. Next.js still hydrates in tasks after `load`, so this also waits until the browser is
 * idle, but not without end: some pages never rest.
 *
 * @returns true, since a file that is refused gives no value: such a page is not bound before it hydrates.
 */
export default function whenIdle({ signal }: Core): Promise<boolean> {
  return new Promise((resolve) => {
    const idle = () => resolve(true);
    // WebKit has no requestIdleCallback: there, an element with this id would be the property of `window`.
    const wait = () =>
      typeof globalThis.requestIdleCallback === 'function'
        ? requestIdleCallback(idle, { timeout: 1000 })
        : setTimeout(idle, 200);
    if (native(document).readyState === 'complete') wait();
    else addEventListener('load', wait, { signal });
  });
}
