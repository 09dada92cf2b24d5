import type { VisitorRecord } from '../../record/record.ts';
import type { Facts } from '../../rules/facts.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import { GeoChangeEvent, GeoReadyEvent } from '../events.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { addChoice, chosenRecord, parseChoice } from '../../rules/choice.ts';
import { textOf } from '../../rules/text-of.ts';
import { removeRecords } from './idb-store.ts';
import type { Failure } from './failure.ts';
import { createLookUp } from './look-up.ts';
import { createMirror, isOurs } from './mirror.ts';
import { darkScheme, liveRecord, readPageFacts, recallVisit } from './page-facts.ts';
import { createRecordCache, type Stored } from './record-cache.ts';
import type { start as startRetry } from './retry.ts';
import type { Source, Status, Visitor } from './visitor.ts';
import { native } from '../native.ts';

/** What the page adds to the facts about its visitor. */
export type PageExtras = Omit<Facts, 'record' | 'page' | 'platformTexts'>;

export interface VisitorState {
  readonly ready: Promise<Visitor | undefined>;
  readonly visitor: Visitor | undefined;
  readonly status: Status;
  /** Undefined until `geo-ready`: nothing is answered before. */
  readonly facts: Facts | undefined;
  /** Asks the proxy again, past every cache. */
  refresh(): Promise<void>;
  consent(granted: boolean): void;
  /** @param choice undefined goes back to the look-up. */
  choose(choice: Choice | undefined): void;
  /**
   * Makes the page that of somebody else, instead of `start`: nobody is asked and nothing is kept, whatever the consent.
   *
   * @param record undefined as if the look-up had failed.
   * @param page holds over the page's own facts.
   */
  preview(record: VisitorRecord | undefined, page: PageFacts): void;
  /** Goes by a guess until there is a record. */
  suppose(record: VisitorRecord | undefined): void;
  /** Uses what is remembered, and asks for what is missing or stale. */
  start(): void;
  /** Whether the visitor, or the owner for them, has agreed that there be a record. */
  consented(): boolean;
  /** Whether the visitor and the owner let anything be kept. */
  mayStore(): boolean;
  /** Reads the page's own facts anew and lets the page follow. */
  reconsider(): void;
}

/** Names in the mirror: the visitor's grant, and what they chose. */
const grantMark = 'consent';
const choiceMark = 'choice';
/** What the platform has written. Another version of the browser may write it otherwise, so it stands under this one's name; a release of ours that asks otherwise takes another mark. */
const textsMark = 'texts';

/**
 * The one visitor that everything on the page shares: one request at most, cached answers first, an end within the time
 * budget whatever happens.
 *
 * @param follow brings the page in line with the facts; called before the event that tells of them, and when all has ended.
 * @param fetchRetry fetches what is needed only when a look-up has failed.
 * @param signal ends everything.
 */
export function createVisitor(
  settings: Settings,
  report: Report,
  extras: PageExtras,
  follow: () => void,
  fetchRetry: () => Promise<ReturnType<typeof startRetry> | undefined>,
  signal: AbortSignal,
): VisitorState {
  const { endpoint } = settings;
  const asksConsent = settings.consent === 'required';
  const mirror = createMirror(settings.storage === 'on');
  const cache = createRecordCache(settings, mirror);
  const lookUp = createLookUp(endpoint ?? '', settings.timeoutMs, signal, fetchRetry, take, fail);
  const platformTexts = new Map<string, string>();
  let granted = !asksConsent;
  let started = false;
  let looked: (Stored & { source: Source }) | undefined;
  let choice: Choice | undefined;
  let restoring = Promise.resolve();
  let refreshing: Promise<void> | undefined;
  let shown: string | undefined;
  let returning: boolean | undefined;
  let previewed: PageFacts | undefined;
  let resolveReady: (visitor: Visitor | undefined) => void;

  const state: { -readonly [Name in keyof VisitorState]: VisitorState[Name] } = {
    ready: new Promise((resolve) => (resolveReady = resolve)),
    visitor: undefined,
    status: 'pending',
    facts: undefined,
    async refresh() {
      if (isPrerendered()) await new Promise(whenSeen);
      if (!granted || !endpoint || signal.aborted) return;
      const asked = (refreshing ??= lookUp.ask());
      await asked;
      // Consent may have been withdrawn and granted again meanwhile, with another look-up.
      if (refreshing === asked) refreshing = undefined;
    },
    consent(allow) {
      if (!allow) {
        mirror.clear();
        void removeRecords();
        if (!previewed) forget();
      } else if (!granted && !previewed) {
        granted = true;
        if (asksConsent) remember(grantMark, true);
        remember(choiceMark, choice);
      } else return;
      if (started) start();
    },
    choose(made) {
      choice = addChoice(made, choice);
      remember(choiceMark, choice);
      if (made || state.status !== 'pending') settle();
    },
    preview(record, page) {
      granted = false;
      previewed = page;
      looked = record && { time: Date.now(), record, source: 'preview' };
      settle();
    },
    suppose(record) {
      // Older than any look-up, so that all of them end it, and never fresh.
      if (record && started && granted && state.status === 'pending') use({ time: 0, record }, 'guess');
    },
    start,
    consented: () => granted,
    mayStore: () => granted && settings.storage === 'on',
    reconsider: () => state.facts && tell(currentRecord()),
  };

  /** Such a page may never be seen: https://developer.mozilla.org/docs/Web/API/Document/prerenderingchange_event */
  const isPrerendered = () => (native(document) as { prerendering?: boolean }).prerendering;
  const whenSeen = (then: (event: Event) => void) => native(document).addEventListener('prerenderingchange', then);

  const currentRecord = () => (choice ? chosenRecord(choice, looked?.record) : looked?.record);

  const remember = (name: string, value: unknown) => granted && mirror.write(name, value);

  function forget(): void {
    granted = false;
    looked = choice = returning = refreshing = undefined;
    lookUp.cancel();
  }

  /** Also run when the page is seen again: meanwhile another may have asked, chosen or withdrawn. */
  function start(): void {
    if (signal.aborted) return;
    if (isPrerendered()) return whenSeen(start);
    started = true;
    recall();
    if (state.mayStore()) returning ??= recallVisit(!!looked);
    const embedded = granted && (!looked || state.status === 'pending') && cache.embedded();
    if (embedded) looked = { ...cache.keep(embedded), source: 'embedded' };
    if (!granted || !endpoint || looked || choice) settle();
    if (!granted || !endpoint || (looked && cache.isFresh(looked)) || !lookUp.idle()) return;
    // The mirror may have been cleared alone; then the database is read beside the request, which waits for nothing.
    if (!looked)
      restoring = cache.read().then((stored) => void (stored && granted && !looked?.time && use(stored, 'cache')));
    void lookUp.ask();
  }

  function recall(): void {
    const mark = asksConsent ? mirror.news(grantMark) : undefined;
    if (mark === true) granted = true;
    // Taken back in another tab, which cannot reach what this one keeps for its visit.
    else if (mark !== undefined) return state.consent(false);
    if (!granted) return;
    const { [navigator.userAgent]: texts } = Object(mirror.news(textsMark)) as Record<string, object>;
    for (const [question, text] of Object.entries(Object(texts))) platformTexts.set(question, textOf(text));
    const chosen = mirror.news(choiceMark);
    if (chosen !== undefined) choice = parseChoice(chosen);
    const stored = cache.recall();
    if (stored && !(looked && looked.time >= stored.time)) looked = { ...stored, source: 'cache' };
  }

  function take(record: VisitorRecord): void {
    use(cache.keep({ time: Date.now(), record }), 'network');
  }

  function use(stored: Stored, source: Source): void {
    looked = { ...stored, source };
    settle();
  }

  function fail({ code, detail }: Failure): void {
    report(code, detail, true);
    void restoring.then(() => void (state.status === 'pending' && settle()));
  }

  /** Takes over what is known now; the first time is `geo-ready`, later ones are `geo-change` where anything differs. */
  function settle(): void {
    if (signal.aborted) return;
    const record = currentRecord();
    const source = choice ? 'choice' : (looked?.source ?? 'none');
    const age = looked?.time ? Math.max(0, Math.round((Date.now() - looked.time) / 1000)) : 0;
    const { visitor: previous, status: before } = state;
    state.status =
      choice || (previewed && record)
        ? 'override'
        : !record
          ? 'fallback'
          : source === 'guess'
            ? 'provisional'
            : 'ready';
    const visitor = (state.visitor = Object.freeze({
      __proto__: null,
      ...liveRecord(record, previewed),
      age,
      source,
    } as Visitor));
    const news = [state.status, ...Object.entries(record ?? {})].join('\n');
    if (news === shown) return;
    shown = news;
    tell(record);
    if (before === 'pending') resolveReady(record && visitor);
    dispatchEvent.call(
      document,
      before === 'pending' ? new GeoReadyEvent(visitor, source) : new GeoChangeEvent(visitor, previous),
    );
  }

  function tell(record: VisitorRecord | undefined): void {
    try {
      state.facts = {
        ...extras,
        record: record && liveRecord(record, previewed),
        page: readPageFacts(returning, previewed),
        platformTexts,
      };
      follow();
    } catch (error) {
      report('update-failed', String(error));
    }
  }

  function end(): void {
    state.facts = undefined;
    state.status = 'pending';
    resolveReady(undefined);
    follow();
  }

  signal.addEventListener('abort', end);
  const again = () => started && !native(document).hidden && start();
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, again, { signal });
  // Another tab has stored something; this one may be in sight beside it.
  addEventListener('storage', ({ key }) => (!key || isOurs(key)) && again(), { signal });
  // At no other time: two hidden tabs would answer each other's for ever, and put back what a withdrawal has removed.
  addEventListener(
    'visibilitychange',
    () =>
      native(document).hidden &&
      platformTexts.size &&
      remember(textsMark, { [navigator.userAgent]: Object.fromEntries(platformTexts) }),
    { signal },
  );
  for (const type of ['languagechange', 'popstate']) addEventListener(type, state.reconsider, { signal });
  matchMedia(darkScheme).addEventListener?.('change', state.reconsider, { signal });
  return state;
}
