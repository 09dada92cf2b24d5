import { textOf } from '../../rules/text-of.ts';
import { native } from '../native.ts';
import type { Mirror } from './mirror.ts';

/** Prices and names that `Intl` has written, cached because `Intl` is slow on the first call of a page. */
export interface PlatformTexts {
  readonly texts: Map<string, string>;
  /** Adds what earlier pages have cached. */
  restoreTexts(): void;
}

/** A release that asks `Intl` for other things takes another name. */
const textsMark = 'texts';

/** @param mayStore checked before each write. */
export function createPlatformTexts(mirror: Mirror, mayStore: () => boolean, signal: AbortSignal): PlatformTexts {
  const texts = new Map<string, string>();
  // Don't write at other times: two hidden tabs would answer each other's writes forever, and bring back what a
  // withdrawal has removed.
  addEventListener(
    'visibilitychange',
    () => {
      // Cached under this version of the browser: another one may write otherwise.
      if (native(document).hidden && texts.size && mayStore())
        mirror.write(textsMark, { [navigator.userAgent]: Object.fromEntries(texts) });
    },
    { signal },
  );
  return {
    texts,
    restoreTexts() {
      const { [navigator.userAgent]: cached } = Object(mirror.readIfChanged(textsMark)) as Record<string, object>;
      for (const [question, text] of Object.entries(Object(cached))) texts.set(question, textOf(text));
    },
  };
}
