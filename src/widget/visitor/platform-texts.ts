import { textOf } from '../../rules/text/normalize.ts';
import { native } from '../dom/native.ts';
import type { Mirror } from './mirror.ts';

/** Prices and names that `Intl` has written, cached because `Intl` is slow on the first call of a page. */
export type PlatformTexts = Map<string, string>;

/** A release that asks `Intl` for other things takes another name. */
const textsKey = 'geolet:texts';

/** Stores the texts when the visitor leaves the page. */
export function storeTexts(texts: PlatformTexts, mirror: Mirror, signal: AbortSignal): void {
  // Don't write at other times: two hidden tabs would answer each other's writes forever, and bring back what a
  // withdrawal has removed.
  addEventListener(
    'visibilitychange',
    () => {
      // Cached under this version of the browser: another one may write otherwise.
      if (native(document).hidden && texts.size)
        mirror.put(textsKey, JSON.stringify({ [navigator.userAgent]: Object.fromEntries(texts) }));
    },
    { signal },
  );
}

/** Adds what earlier pages have stored. */
export function restoreTexts(texts: PlatformTexts, mirror: Mirror): void {
  const { [navigator.userAgent]: cached } = Object(mirror.readIfChanged(textsKey)) as Record<string, object>;
  for (const [question, text] of Object.entries(Object(cached))) texts.set(question, textOf(text));
}
