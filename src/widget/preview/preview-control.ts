import { packedCountryFields } from '../../record/packed-country.ts';
import { placeTimezone } from '../../record/place-timezone.ts';
import { momentAtLocalTime } from '../../rules/local-time.ts';
import { parsePreviewWords, type Preview } from '../../rules/preview-words.ts';
import { valueOf } from '../report.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../core.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import { addressWith, followInAddress, wordsInAddress } from './address.ts';
import { browserFields } from './browser-fields.ts';
import { createMark } from './mark.ts';

/** Whom the page is tried as, and how to change or end that. */
export interface PreviewControl {
  /** Whether the owner lets this page be tried, and it has not been put back. */
  allowed(): boolean;
  /** Undefined when the page is its visitor's own. */
  words(): string | undefined;
  /** Whom the page's own visitor is, where `geolet dev` serves it. */
  own(): string | undefined;
  /** Words in the address that are not understood: then the page is its visitor's own. */
  refused(): string | undefined;
  /** Goes on as somebody else: at once where that is possible, else with the page loaded anew. */
  change(words: string): void;
  /** Loads the page anew, as its visitor's own. */
  leave(): void;
  /** Calls back when the words have changed, or all has ended. @returns ends it. */
  watch(follow: () => void): () => void;
}

declare global {
  /** Set by `geolet dev`: whom its `/geo` answers as. Anything on the page with this id is a property of window too. */
  var geoletDevVisitor: unknown;
}

/** After the budget, so that it is seen which parts of a page wait for it. */
const lateMs = 1500;

export function createPreviewControl(core: Core): PreviewControl {
  const { report, settings } = core;
  let words: string | undefined;
  let refused: string | undefined;
  let isSlow = false;
  let ended = false;
  /** Each preview makes void what an earlier one still had to show. */
  let shown = 0;
  const watchers = new Set<() => void>();
  const mark = createMark(settings.storage === 'on');
  const isAllowed = settings.preview === 'on' || (settings.preview === 'localhost' && isLocal());

  const tellWatchers = () => {
    for (const watcher of watchers) watcher();
  };

  /** @param waits whether a slow answer is waited for. */
  function show({ record, page, localTime }: Preview, waits: boolean): void {
    const mine = ++shown;
    const later = (waitMs: number, act: () => void) => setTimeout(() => ended || mine !== shown || act(), waitMs);
    const facts = withClock(page, localTime);
    const fail = (code: string, detail: string) => {
      report(code, detail, true);
      core.visitor.preview(undefined, facts);
    };
    if (!record) fail('offline', 'geo-as=offline');
    else if (waits) {
      later(settings.timeoutMs, () => fail('timeout', `geo-as=slow ${settings.timeoutMs} ms`));
      later(settings.timeoutMs + lateMs, () => core.visitor.preview(record, facts));
    } else core.visitor.preview(record, facts);
  }

  const read = (words: string) =>
    valueOf(parsePreviewWords(words, packedCountryFields, placeTimezone, browserFields()), report);

  function start(): void {
    const asked = isAllowed ? (wordsInAddress() ?? mark.read()) : undefined;
    if (asked === undefined) return;
    const wanted = /^\s*slow\s*$/i.test(asked) ? `slow; ${homeCountry()}` : asked.trim();
    const preview = wanted ? read(wanted) : undefined;
    words = preview && wanted;
    mark.write(words);
    if (!wanted) followInAddress(undefined);
    if (!preview) return void (refused = wanted || undefined);
    isSlow = preview.slow;
    // A page that withdraws consent wipes everything of ours, and this is not the visitor's.
    addEventListener('pagehide', () => ended || mark.write(words));
    show(preview, isSlow);
  }

  core.watch(() => {
    ended ||= !core.visitor.facts;
    tellWatchers();
  });
  start();

  return {
    allowed: () => isAllowed && !ended,
    words: () => words,
    own: () => (typeof globalThis.geoletDevVisitor === 'string' ? globalThis.geoletDevVisitor : undefined),
    refused: () => refused,
    change(wanted) {
      if (words === undefined) return location.assign(addressWith(wanted));
      const preview = read(wanted);
      if (!preview) return;
      // How a page waits is seen only from its beginning.
      const begins = preview.slow && !isSlow;
      words = wanted;
      isSlow = preview.slow;
      mark.write(wanted);
      followInAddress(wanted);
      if (begins) return location.reload();
      show(preview, false);
      tellWatchers();
    },
    leave() {
      ended = true;
      mark.write(undefined);
      followInAddress(undefined);
      location.reload();
    },
    watch(follow) {
      watchers.add(follow);
      return () => watchers.delete(follow);
    },
  };
}

/** A clock that is put forward goes on from there. */
function withClock(page: PageFacts, localTime: string | undefined): PageFacts {
  const timezone = page.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const moment = localTime && momentAtLocalTime(localTime, timezone, Date.now());
  if (!moment) return page;
  const aheadMs = moment - Date.now();
  return {
    ...page,
    aheadMs,
    get now() {
      return Date.now() + aheadMs;
    },
  };
}

/** Somebody must come when an answer is late: one from where the browser's language is mostly spoken. */
function homeCountry(): string {
  return attempt(() => new Intl.Locale(navigator.language).maximize().region) ?? 'US';
}

function isLocal(): boolean {
  return location.protocol === 'file:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
}
