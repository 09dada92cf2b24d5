import { createLookUp, type LookUpOptions } from './look-up.ts';
import { createPageVisitor, type PageVisitor, type PageVisitorOptions } from './page-visitor.ts';
import { createPlatformTexts } from './platform-texts.ts';
import { reduce } from './reduce.ts';
import type { Settings } from '../settings.ts';
import type { VisitorEvent } from './visitor-event.ts';
import { initialState, isWanted, mayStore, type VisitorState } from './visitor-state.ts';
import { createVisitorStorage } from './visitor-storage.ts';

export interface VisitorOptions
  extends Omit<PageVisitorOptions, 'platformTexts'>, Pick<LookUpOptions, 'fetchRetry' | 'signal'> {
  readonly settings: Settings;
}

/** Holds the state of the page's visitor. It decides nothing: it sends events to `reduce`, and does what that asks for. */
export interface VisitorRuntime {
  readonly state: VisitorState;
  readonly page: PageVisitor;
  dispatch(event: VisitorEvent): void;
  /** Reads the mark of consent and dispatches `seen`. */
  wake(): void;
  /** Dispatches `refreshed`. Resolves once no request is waited for. */
  refresh(): Promise<void>;
}

export function createVisitorRuntime(options: VisitorOptions): VisitorRuntime {
  const { settings, report, signal } = options;
  let state = initialState(settings);
  let asked: Promise<void> | undefined;
  const storage = createVisitorStorage(settings);
  const platform = createPlatformTexts(storage.mirror, () => mayStore(state), signal);
  const page = createPageVisitor({ ...options, platformTexts: platform.texts });
  const lookUp = createLookUp({
    ...options,
    endpoint: settings.endpoint ?? '',
    timeoutMs: settings.timeoutMs,
    isWanted: (request) => isWanted(state, request),
    dispatch,
  });

  function dispatch(event: VisitorEvent): void {
    const { state: next, effects } = reduce(state, event);
    const { clear, store, report: failure, ask, readDatabase, restore, publish } = effects;
    state = next;
    if (clear) storage.clear();
    for (const part of store ?? []) storage.write(part, state);
    if (failure) report(failure.code, failure.detail, true);
    if (ask) asked = lookUp(ask);
    if (readDatabase)
      void storage.readDatabase().then((cached) => dispatch({ type: 'databaseRead', request: readDatabase, cached }));
    if (restore) {
      platform.restore();
      dispatch(storage.restore(!!state.found));
    }
    if (publish) page.publish(state, publish);
  }

  return {
    get state() {
      return state;
    },
    page,
    dispatch,
    wake: () => dispatch({ type: 'seen', consentMark: storage.readConsent() }),
    async refresh() {
      dispatch({ type: 'refreshed' });
      if (state.waiting) await asked;
    },
  };
}
