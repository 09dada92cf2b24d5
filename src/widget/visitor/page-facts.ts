import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import { attempt } from '../../rules/attempt.ts';
import { textOf } from '../../rules/text-of.ts';
import { native } from '../native.ts';

export const darkScheme = '(prefers-color-scheme:dark)';

/**
 * What the browser knows by itself, at this moment.
 *
 * @param previewed holds over that.
 */
export function readPageFacts(returning: boolean | undefined, previewed: PageFacts | undefined): PageFacts {
  return {
    language: navigator.language,
    // Read where it is asked for: the first time in a browser it takes longer than all the rest that is done before the first frame.
    get timezone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    now: Date.now(),
    color: colorScheme(),
    referrer: native(document).referrer,
    query: location.search,
    returning,
    ...previewed,
  };
}

/**
 * Whether the visitor was here before this visit, which lasts as long as their tab.
 *
 * @param known whether an earlier view left something behind.
 * @returns undefined where the browser, or the owner, keeps us from remembering.
 */
export function recallVisit(known: boolean): boolean | undefined {
  const mark = 'geolet:returning';
  return attempt(() => {
    const told = sessionStorage.getItem(mark) ?? (known ? 'yes' : 'no');
    sessionStorage.setItem(mark, told);
    return told === 'yes';
  });
}

function colorScheme(): string {
  return matchMedia(darkScheme).matches ? 'dark' : 'light';
}

/**
 * A record with the fields that the browser knows better than the request did that fetched it.
 *
 * @param previewed whether the record is of somebody else, and holds over that.
 */
export function liveRecord(record: VisitorRecord | undefined, previewed: object | undefined): VisitorRecord {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return {
    // The page may have put something on `Object.prototype`.
    __proto__: null,
    ...record,
    // Without what this browser does not know.
    ...parseRecord({
      currentPage: withoutQuery(location.href),
      referer: withoutQuery(native(document).referrer),
      colorPreference: colorScheme(),
      reducedMotion: matchMedia('(prefers-reduced-motion:reduce)').matches,
      dataSaver: connection?.saveData,
    }),
    ...(previewed && record),
  } as VisitorRecord;
}

/** Of a text: `<form name="referrer">` is `document.referrer` too. */
function withoutQuery(url: unknown): string {
  return textOf(url).replace(/[?#].*/s, '');
}
