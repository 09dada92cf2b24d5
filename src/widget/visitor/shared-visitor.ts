import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import type { Facts, Services } from '../../rules/facts.ts';
import { fire } from '../api/events.ts';
import type { Settings } from '../boot/settings.ts';
import type { Report } from '../report.ts';
import { watchColorScheme, liveRecord, readPageFacts } from './page-facts.ts';
import { type PlatformTexts, restoreTexts, storeTexts } from './platform-texts.ts';
import {
  settle,
  answered,
  failed,
  databaseRead,
  restored,
  seen,
  ended,
  refreshed,
  type Happening,
} from './happenings.ts';
import type { Mirror } from './mirror.ts';
import { isAway, requestRecord } from './request.ts';
import type startRetry from './retry.ts';
import type { Effects, Publication } from './effects.ts';
import { type Failure, initialState, isWanted, mayStore, recordOf } from './visitor-state.ts';
import { createVisitorStorage, parseFound } from './visitor-storage.ts';
import type { Status, Visitor } from './visitor.ts';
import { listenForWakeUps, whenSeen } from './wake-ups.ts';

/** The one visitor that everything on the page shares. */
export interface SharedVisitor {
  /** Resolves at `geo-ready`; to undefined where there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /** Undefined until `geo-ready`. */
  readonly visitor?: Visitor | undefined;
  readonly status: Status;
  /** Undefined until `geo-ready`: before that, no condition has an answer. Undefined again once all has ended. */
  readonly facts?: Facts | undefined;
  /** Of the last request. Undefined: none was made, or none has been answered. */
  readonly response?: Response | undefined;
  /** Sends a new request. Resolves when it is answered, has failed, or its time budget is used up. */
  refresh(): Promise<void>;
  /** Lets one of the things in `happenings.ts` happen. What happens on few pages, a guess or a preview, comes with its lazy file. */
  happen<Details extends unknown[]>(happening: Happening<Details>, ...details: Details): void;
  /** Uses what is stored, and requests what is missing or stale. In a preview it only watches the visitor's consent. */
  start(): void;
  /** Whether the visitor, or the owner for them, has consented. False during a preview. */
  consented(): boolean;
  /** Whether visitor and owner let anything be stored at this moment; in a preview, whether they let the preview be. */
  mayStore(inPreview?: boolean): boolean | undefined;
  readonly put: Mirror['put'];
  /** Reads the page's own facts again and updates the page. */
  reconsider(): void;
}

/** What the page adds to the facts about its visitor. */
export type PageExtras = Pick<Facts, 'groups'> & Omit<Services, 'platformTexts'>;

export interface VisitorOptions {
  readonly settings: Settings;
  /** Read again for each update. */
  readonly extras: PageExtras;
  readonly report: Report;
  /** Updates the page to the facts. Called before the event that announces them, and when all has ended. */
  readonly follow: () => void;
  /** Fetches what is needed only after a failure; undefined where the page does not allow that. */
  readonly fetchRetry: () => Promise<ReturnType<typeof startRetry> | undefined>;
  /** Aborted at the end. */
  readonly signal: AbortSignal;
}

/** Decides nothing: it says what happens, and does what that asks for. */
export function createVisitor({ settings, extras, report, follow, fetchRetry, signal }: VisitorOptions): SharedVisitor {
  const { endpoint = '', timeoutMs } = settings;
  const mayStoreNow = (inPreview?: boolean) => mayStore(state, inPreview);
  const storage = createVisitorStorage(settings, mayStoreNow);
  const { mirror } = storage;
  const platformTexts: PlatformTexts = new Map();
  const state = initialState(settings, storage.readConsent() === true, parseFound(globalThis.geoletHeader, 'header'));
  // Consent was withdrawn in another tab while this one had no page of ours.
  if (!state.consented) mirror.clear(true);
  let asked: Promise<void> | undefined;
  /** Aborts the requests that are on their way. */
  let requests = new AbortController();
  let budget: Promise<unknown> | undefined;
  let resolveReady: (visitor?: Visitor) => void;

  const effects: Effects = {
    abort() {
      requests.abort();
      // Throws where there is none.
      attempt(() => globalThis.geoletAbort());
      requests = new AbortController();
    },
    clear: storage.clear,
    write: (part) => storage.write(part, state),
    report: ({ code, detail }) => report(code, detail, true),
    ask(request, startsBudget) {
      asked = lookUp(request, startsBudget);
    },
    readDatabase(request) {
      void storage.readDatabase().then((cached) => happen(databaseRead, request, cached));
    },
    restore() {
      restoreTexts(platformTexts, mirror);
      happen(restored, storage.restore(state.found !== state.header));
    },
  };

  function happen<Details extends unknown[]>(happening: Happening<Details>, ...details: Details): void {
    happening(state, effects, ...details);
    const change = settle(state);
    if (change) publish(change);
  }

  /** Sends one request. Resolves with its answer, its last failure or the end of the time budget. */
  async function lookUp(request: number, startsBudget: boolean): Promise<void> {
    const ask = requestRecord.bind(undefined, endpoint, requests.signal);
    const isStillWanted = () => isWanted(state, request);
    let failure: Failure = { code: 'timeout', detail: `${endpoint} ${timeoutMs} ms`, againMs: 0 };
    if (startsBudget) budget = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    const current = budget;

    async function answer(): Promise<void> {
      const outcome = await ask();
      shared.response = outcome.response;
      let { record } = outcome;
      if (!record) {
        // As much as can be said without the file that retries.
        failure = {
          code: navigator.onLine ? 'network' : 'offline',
          detail: `${String(outcome.response?.status ?? outcome.error)} ${endpoint}`,
          againMs: 0,
        };
        const retry = isStillWanted() && navigator.onLine && (await fetchRetry());
        if (retry)
          record = await retry(outcome, {
            endpoint,
            request: ask,
            onFailure: (latest) => {
              failure = latest;
            },
            isWanted: isStillWanted,
          });
        // Safari quirk: when the page is left, reading a blob fails. Then wait for the time budget instead of reporting
        // a failure. The browser may bring the page back later.
        else await attempt(() => new Blob().text().catch(() => current));
      }
      if (record) happen(answered, request, { time: Date.now(), record });
    }

    await Promise.race([answer(), current]);
    happen(failed, { request, failure, uptimeMs: isAway() ? undefined : performance.now() });
  }

  /** Makes a new visitor object. Where something has changed, updates the page and then fires the event. */
  function publish(change: Publication): void {
    const { choice, link, found } = state;
    const { visitor: previous } = shared;
    const record = readRecord();
    const visitor = Object.freeze({
      __proto__: null,
      ...record,
      age: found?.time ? Math.max(0, Math.round((Date.now() - found.time) / 1000)) : 0,
      source: (choice && 'choice') ?? (link && 'link') ?? found?.source ?? 'none',
    } as Visitor);
    shared.visitor = visitor;
    if (change === 'unchanged') return;
    update(record);
    if (change === 'ready') {
      resolveReady(recordOf(state) && visitor);
      fire('geo-ready', { visitor, source: visitor.source });
    } else fire('geo-change', { visitor, previous });
  }

  /** Reads the page's own facts, and updates the page. */
  function update(record: VisitorRecord): void {
    try {
      shared.facts = {
        ...extras,
        record: recordOf(state) && record,
        page: readPageFacts(state.returning, state.preview),
        choseCurrency: (state.choice ?? state.link)?.currency,
        platformTexts,
      };
      follow();
    } catch (error) {
      report('update-failed', String(error));
    }
  }

  const readRecord = () => liveRecord(recordOf(state), state.preview);
  const wake = () => happen(seen, storage.readConsent());
  const reconsider = () => shared.facts && update(readRecord());
  signal.addEventListener('abort', () => {
    happen(ended);
    shared.facts = undefined;
    resolveReady();
    follow();
  });
  storeTexts(platformTexts, mirror, signal);
  for (const type of ['languagechange', 'popstate']) addEventListener(type, reconsider, { signal });
  watchColorScheme(reconsider, signal);

  const shared: { -readonly [Name in keyof SharedVisitor]: SharedVisitor[Name] } = {
    ready: new Promise((resolve) => {
      resolveReady = resolve;
    }),
    get status() {
      return state.status;
    },
    refresh: () =>
      new Promise((resolve) =>
        whenSeen(() => {
          happen(refreshed);
          resolve(asked);
        }),
      ),
    happen,
    start: () =>
      whenSeen(() => {
        // First: where a page has removed what this needs, nothing wakes it again.
        wake();
        listenForWakeUps(wake, signal);
      }),
    consented: () => state.consented,
    mayStore: mayStoreNow,
    put: mirror.put,
    reconsider,
  };
  return shared;
}
