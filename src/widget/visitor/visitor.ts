import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import { GeoChangeEvent, GeoReadyEvent } from '../events.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { chosenRecord, parseChoice } from './choice.ts';
import { createIdbStore, type RecordStore } from './idb-store.ts';
import { readMirror, writeMirror } from './mirror.ts';
import { pageFields, readPageFacts } from './page-facts.ts';
import { isFailure, requestRecord } from './request.ts';

/** Where the record at hand came from. */
export type Source = 'network' | 'cache' | 'embedded' | 'choice' | 'preview' | 'guess' | 'none';

/** What is known about the visitor, frozen. With source `none` it holds only what the browser knows by itself. */
export type Visitor = VisitorRecord & {
  /** Seconds since the record was looked up. */
  readonly age: number;
  readonly source: Source;
};

/** `pending` until `geo-ready`; then `fallback` while there is no record. */
export type Status = 'pending' | 'ready' | 'fallback' | 'override' | 'provisional';

/** What the caches hold. Another version is as if absent; the key holds the endpoint, which also decides the answer. */
interface Stored {
  readonly version: typeof storedVersion;
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly time: number;
  readonly record: VisitorRecord;
}

const storedVersion = 1;
const consentKey = 'geolet:consent';
const choiceKey = 'geolet:choice';
const hourMs = 3_600_000;
const retries = 2;

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
  /** Reads what is cached and asks for what is not. Called once. */
  start(): void;
  /** Forgets the facts, so that the page can be put back. */
  end(): void;
}

/**
 * The one visitor that everything on the page shares: one request at most, cached answers first, an end within the time
 * budget whatever happens.
 *
 * @param follow brings the page in line with the facts; called before the event that tells of them.
 * @param signal ends everything.
 */
export function createVisitor(settings: Settings, report: Report, follow: () => void, signal: AbortSignal): VisitorState {
  const { endpoint } = settings;
  const key = `geolet:${endpoint}`;
  const stores = settings.storage !== 'off';
  const freshMs = settings.freshHours * hourMs;
  let granted = settings.consent !== 'required' || (stores && readMirror(consentKey) === true);
  let store: RecordStore | undefined;
  let looked: (Stored & { source: Source }) | undefined;
  let choice: Choice | undefined;
  let asked = 0;
  let failed = false;
  let shown: string | undefined;
  let resolveReady: (visitor: Visitor | undefined) => void;

  const state: { -readonly [Name in keyof VisitorState]: VisitorState[Name] } = {
    ready: new Promise((resolve) => (resolveReady = resolve)),
    visitor: undefined,
    status: 'pending',
    facts: undefined,
    refresh: () => (granted && endpoint ? ask(true) : Promise.resolve()),
    consent(allow) {
      if (allow === granted) return;
      granted = allow;
      if (allow) {
        remember(consentKey, settings.consent === 'required' || undefined);
        start();
      } else {
        asked++;
        looked = choice = undefined;
        for (const name of [key, consentKey, choiceKey]) writeMirror(name, undefined);
        if (stores) void idb().remove(key);
        settle();
      }
    },
    choose(made) {
      choice = made;
      if (granted) remember(choiceKey, made);
      settle();
    },
    start() {
      // A prerendered page may never be seen: https://developer.mozilla.org/docs/Web/API/Document/prerenderingchange_event
      if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', start, { once: true, signal });
      else start();
    },
    end: () => (state.facts = undefined),
  };

  const idb = () => (store ??= createIdbStore());
  const remember = (name: string, value: unknown) => stores && writeMirror(name, value);
  const ageMs = (stored: Stored) => {
    const age = Date.now() - stored.time;
    // A stamp from the future says that the clock was set back: the record is used, and asked for anew.
    return age < 0 ? freshMs : age;
  };

  /** Takes over what is known now; the first time is `geo-ready`, later ones are `geo-change` where anything differs. */
  function settle(): void {
    const record = choice ? chosenRecord(choice, looked?.record) : looked?.record;
    const source = choice ? 'choice' : (looked?.source ?? 'none');
    const previous = state.visitor;
    const first = state.status === 'pending';
    const text = JSON.stringify(record);
    const time = looked?.time ?? Date.now();
    state.status = choice ? 'override' : record ? 'ready' : 'fallback';
    state.visitor = Object.freeze({ ...record, ...pageFields(), age: Math.max(0, Math.round((Date.now() - time) / 1000)), source });
    if (!first && text === shown) return;
    shown = text;
    tell(record);
    if (first) resolveReady(record && state.visitor);
    document.dispatchEvent(first ? new GeoReadyEvent(state.visitor, source) : new GeoChangeEvent(state.visitor, previous));
  }

  function tell(record: VisitorRecord | undefined): void {
    state.facts = { record, page: readPageFacts() };
    follow();
  }

  /** Newer requests and a withdrawn consent make an older request's answer void. */
  async function ask(reload: boolean): Promise<void> {
    const mine = ++asked;
    failed = false;
    for (let attempt = 0; endpoint; attempt++) {
      const answer = await requestRecord(endpoint, reload, signal);
      if (mine !== asked || signal.aborted) return;
      if (!isFailure(answer)) {
        const stored: Stored = { version: storedVersion, time: Date.now(), record: answer };
        looked = { ...stored, source: 'network' };
        remember(key, stored);
        if (stores) void idb().write(key, stored);
        return settle();
      }
      const { code, detail, retryAfterMs } = answer;
      if (retryAfterMs === undefined || attempt >= retries || document.hidden) {
        if (!failed) report(code, detail, true);
        failed = true;
        await restored;
        if (mine === asked && state.status === 'pending') settle();
        return;
      }
      // Jitter, so that the visitors of a proxy that comes back do not all return at once.
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs || 300 * 2 ** attempt * (0.5 + Math.random())));
      if (mine !== asked) return;
    }
  }

  function accept(value: unknown): void {
    const stored = parseStored(value);
    if (!stored || looked || ageMs(stored) > settings.staleDays * 24 * hourMs) return;
    looked = { ...stored, source: 'cache' };
    settle();
  }

  let restored: Promise<void> | undefined;

  function start(): void {
    if (!granted) return settle();
    if (stores) {
      choice ??= parseChoice(readMirror(choiceKey));
      accept(readMirror(key));
    }
    if (!endpoint) {
      report('bad-settings', 'endpoint');
      return settle();
    }
    if (looked && ageMs(looked) < freshMs) return;
    // The mirror may have been cleared alone; then the database is read beside the request, which waits for nothing.
    if (stores && !looked) {
      const mine = asked + 1;
      restored = idb()
        .read(key)
        .then((value) => (asked === mine ? accept(value) : undefined));
    }
    void ask(false);
    setTimeout(() => {
      if (state.status !== 'pending' || signal.aborted) return;
      failed = true;
      report('timeout', `${endpoint} ${settings.timeoutMs} ms`);
      settle();
    }, settings.timeoutMs);
  }

  const again = () => {
    if (granted && endpoint && (failed || (looked && ageMs(looked) >= freshMs))) void ask(false);
  };
  addEventListener('online', again, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && again(), { signal });
  addEventListener('languagechange', () => state.facts && tell(state.facts.record), { signal });
  return state;
}

function parseStored(value: unknown): Stored | undefined {
  const { version, time, record } = (value ?? {}) as Partial<Stored>;
  const parsed = version === storedVersion && typeof time === 'number' ? parseRecord(record) : undefined;
  return parsed && time !== undefined ? { version: storedVersion, time, record: parsed.record } : undefined;
}
