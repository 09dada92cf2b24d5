import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { type PageFacts, pathOf } from '../../rules/page-facts.ts';
import { textOf } from '../../rules/text/normalize.ts';
import { native } from '../dom/native.ts';

const darkScheme = '(prefers-color-scheme:dark)';

/** Undefined where there is no such function, as in jsdom. */
function queryMedia(query: string): MediaQueryList | undefined {
  return attempt(() => matchMedia(query));
}

/** Calls when the visitor changes between light and dark. */
export function watchColorScheme(changed: () => void, signal: AbortSignal): void {
  queryMedia(darkScheme)?.addEventListener?.('change', changed, { signal });
}

/**
 * What the browser knows at this moment.
 *
 * @param preview replaces that where it names something.
 */
export function readPageFacts(returning: boolean | undefined, preview: PageFacts | undefined): PageFacts {
  return {
    language: navigator.language,
    // Read when needed: the first read in a browser takes longer than all the rest before the first frame.
    get timezone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    now: Date.now(),
    color: colorScheme(),
    referrer: native(document).referrer,
    path: pathOf(location.pathname),
    query: location.search,
    returning,
    gpc: hasPrivacySignal(),
    ...preview,
  };
}

/** Whether the browser sends Global Privacy Control. https://www.w3.org/TR/gpc/ */
export function hasPrivacySignal(): boolean {
  return !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
}

function colorScheme(): string {
  return queryMedia(darkScheme)?.matches ? 'dark' : 'light';
}

/**
 * The record, with the fields that the browser knows better than the lookup.
 *
 * @param preview whether the record is a preview's, and so goes before what the browser knows.
 */
export function liveRecord(record: VisitorRecord | undefined, preview: object | undefined): VisitorRecord {
  return {
    // The page may have put something on `Object.prototype`.
    __proto__: null,
    ...record,
    // `parseRecord` drops what this browser does not know.
    ...parseRecord({
      currentPage: withoutQuery(location.href),
      referer: withoutQuery(native(document).referrer),
      colorPreference: colorScheme(),
      reducedMotion: queryMedia('(prefers-reduced-motion:reduce)')?.matches,
      dataSaver: (navigator as { connection?: { saveData?: boolean } }).connection?.saveData,
    }),
    ...(preview && record),
  } as VisitorRecord;
}

/** Checks the type: `<form name="referrer">` is `document.referrer` too. */
function withoutQuery(url: unknown): string {
  return textOf(url).replace(/[?#].*/s, '');
}
