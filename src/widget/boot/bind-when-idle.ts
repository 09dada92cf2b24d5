import { native } from '../dom/native.ts';

/**
 * Binds once the page has loaded and a hydrating framework has compared it with what the server sent. Next.js still
 * hydrates in tasks after `load`, so this also waits until the browser is idle, but not without end: some pages never
 * rest.
 */
export function bindWhenIdle(bind: () => void, signal: AbortSignal): void {
  // WebKit has no requestIdleCallback: there, an element with this id would be the property of `window`.
  const whenIdle = () =>
    typeof globalThis.requestIdleCallback === 'function'
      ? requestIdleCallback(bind, { timeout: 1000 })
      : setTimeout(bind, 200);
  if (native(document).readyState === 'complete') bind();
  else addEventListener('load', whenIdle, { signal });
}
