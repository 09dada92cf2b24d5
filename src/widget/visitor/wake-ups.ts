import { native } from '../dom/native.ts';
import { consentKey, isOurs } from './mirror.ts';

/**
 * Calls back at once, or once a page that the browser has prerendered is seen: it may never be.
 * https://developer.mozilla.org/docs/Web/API/Document/prerenderingchange_event
 */
export function whenSeen(then: () => void): void {
  const isPrerendered = (native(document) as { prerendering?: boolean }).prerendering;
  if (isPrerendered) native(document).addEventListener('prerenderingchange', then, { once: true });
  else then();
}

/**
 * Calls back when the page is seen or online again, and while it is visible, when another tab has changed something of
 * ours. A withdrawal in another tab calls back in a hidden page too: an answer on its way must not be stored.
 */
export function listenForWakeUps(wake: () => void, signal: AbortSignal): void {
  const wakeIfVisible = () => native(document).hidden || wake();
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, wakeIfVisible, { signal });
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (newValue === null && (!key || key === consentKey)) wake();
      else if (!key || isOurs(key)) wakeIfVisible();
    },
    { signal },
  );
}
