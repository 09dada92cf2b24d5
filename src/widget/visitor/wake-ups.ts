import { native } from '../native.ts';
import { isOurs } from './mirror.ts';

/**
 * Calls back at once, or once a page that the browser has prerendered is seen: it may never be.
 * https://developer.mozilla.org/docs/Web/API/Document/prerenderingchange_event
 */
export function whenSeen(then: () => void): void {
  const isPrerendered = (native(document) as { prerendering?: boolean }).prerendering;
  if (isPrerendered) native(document).addEventListener('prerenderingchange', then, { once: true });
  else then();
}

/** Calls back when the page is seen or online again or, while visible, when another tab has changed something of ours. */
export function listenForWakeUps(wake: () => void, signal: AbortSignal): void {
  const wakeIfVisible = () => native(document).hidden || wake();
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, wakeIfVisible, { signal });
  addEventListener('storage', ({ key }) => (!key || isOurs(key)) && wakeIfVisible(), { signal });
}
