import type { Settings } from '../boot/settings.ts';
import { createLookup, type LookupOptions } from './lookup.ts';
import { darkScheme } from './page-facts.ts';
import { createPageVisitor, type PageVisitor, type PageVisitorOptions } from './page-visitor.ts';
import { type PlatformTexts, restoreTexts, storeTexts } from './platform-texts.ts';
import { reduce } from './reduce.ts';
import type { VisitorEvent } from './visitor-event.ts';
import { initialState, isWanted, mayStore } from './visitor-state.ts';
import { createVisitorStorage } from './visitor-storage.ts';
import { listenForWakeUps, whenSeen } from './wake-ups.ts';

/** The one visitor that everything on the page shares. */
export interface SharedVisitor extends Pick<PageVisitor, 'ready' | 'visitor' | 'status' | 'facts'> {
  /** Sends a new request. Resolves when it is answered, has failed, or its time budget is used up. */
  refresh(): Promise<void>;
  /** Lets something happen to the visitor, such as a choice. */
  dispatch(event: VisitorEvent): void;
  /** Uses what is stored, and requests what is missing or stale. */
  start(): void;
  /** Whether the visitor, or the owner for them, has consented. False during a preview. */
  consented(): boolean;
  /** Whether visitor and owner let anything be stored. */
  mayStore(): boolean;
  /** Reads the page's own facts again and updates the page. */
  reconsider(): void;
}

export interface VisitorOptions
  extends Omit<PageVisitorOptions, 'platformTexts'>, Omit<LookupOptions, 'isWanted' | 'dispatch'> {
  readonly settings: Settings;
}

/** Decides nothing: it sends `reduce` what happens, and does what `reduce` asks for. */
export function createVisitor(options: VisitorOptions): SharedVisitor {
  const { settings, report, signal } = options;
  let state = initialState(settings);
  let asked: Promise<void> | undefined;
  const storage = createVisitorStorage(settings);
  const { mirror } = storage;
  const platformTexts: PlatformTexts = new Map();
  const page = createPageVisitor({ ...options, platformTexts });
  const lookUp = createLookup({ ...options, isWanted: (request) => isWanted(state, request), dispatch });

  function dispatch(event: VisitorEvent): void {
    const { state: next, effects } = reduce(state, event);
    const { clear, store = [], report: failure, ask, readDatabase, restore, publish } = effects;
    state = next;
    if (clear) storage.clear();
    for (const part of store) storage.write(part, state);
    if (failure) report(failure.code, failure.detail, true);
    if (ask) asked = lookUp(ask);
    if (readDatabase)
      void storage.readDatabase().then((cached) => dispatch({ type: 'databaseRead', request: readDatabase, cached }));
    if (restore) {
      restoreTexts(platformTexts, mirror);
      dispatch(storage.restore(!!state.found));
    }
    if (publish) page.publish(state, publish);
  }

  const wake = () => dispatch({ type: 'seen', consentMark: storage.readConsent() });
  const reconsider = () => page.facts && page.update(state);
  signal.addEventListener('abort', () => {
    dispatch({ type: 'ended' });
    page.end();
  });
  storeTexts(platformTexts, mirror, () => mayStore(state), signal);
  listenForWakeUps(() => state.started && wake(), signal);
  for (const type of ['languagechange', 'popstate']) addEventListener(type, reconsider, { signal });
  matchMedia(darkScheme).addEventListener?.('change', reconsider, { signal });

  return Object.assign(page, {
    refresh: () =>
      new Promise<void>((resolve) =>
        whenSeen(() => {
          dispatch({ type: 'refreshed' });
          resolve(state.waiting ? asked : undefined);
        }),
      ),
    dispatch,
    start: () => whenSeen(wake),
    consented: () => state.consented,
    mayStore: () => mayStore(state),
    reconsider,
  });
}
