import type { VisitorRecord } from '../../record/record.ts';
import type { Facts } from '../../rules/facts.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import { darkScheme } from './page-facts.ts';
import { mayStore } from './visitor-state.ts';
import { createVisitorRuntime, type VisitorOptions } from './visitor-runtime.ts';
import type { Status, Visitor } from './visitor.ts';
import { listenForWakeUps, whenSeen } from './wake-ups.ts';

/** The one visitor that everything on the page shares. */
export interface SharedVisitor {
  /** Resolves at `geo-ready`; to undefined where there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /** Undefined until `geo-ready`. */
  readonly visitor: Visitor | undefined;
  readonly status: Status;
  /** Undefined until `geo-ready`: before that, no condition has an answer. */
  readonly facts: Facts | undefined;
  /** Sends a new request. Resolves when it is answered, has failed, or its time budget is used up. */
  refresh(): Promise<void>;
  consent(granted: boolean): void;
  /** @param choice undefined goes back to the look-up. */
  choose(choice: Choice | undefined): void;
  /**
   * Shows the page as somebody else sees it. Called instead of `start`. From then on no request is sent and nothing is
   * stored, whatever the consent.
   *
   * @param record undefined as if the look-up had failed.
   * @param page replaces the page's own facts.
   * @param waits whether to stay pending, as while a slow answer is on its way.
   */
  preview(record: VisitorRecord | undefined, page: PageFacts, waits?: boolean): void;
  /** Uses a guess until there is a record. */
  applyGuess(record: VisitorRecord | undefined): void;
  /** Uses what is stored, and requests what is missing or stale. */
  start(): void;
  /** Whether the visitor, or the owner for them, has consented. False during a preview. */
  consented(): boolean;
  /** Whether visitor and owner let anything be stored. */
  mayStore(): boolean;
  /** Reads the page's own facts again and updates the page. */
  reconsider(): void;
}

export function createVisitor(options: VisitorOptions): SharedVisitor {
  const { signal } = options;
  const runtime = createVisitorRuntime(options);
  const { page, dispatch, wake } = runtime;
  const start = () => whenSeen(wake);
  const reconsider = () => page.facts && page.update(runtime.state);

  signal.addEventListener('abort', () => {
    dispatch({ type: 'ended' });
    page.end();
  });
  listenForWakeUps(() => runtime.state.started && wake(), signal);
  for (const type of ['languagechange', 'popstate']) addEventListener(type, reconsider, { signal });
  matchMedia(darkScheme).addEventListener?.('change', reconsider, { signal });

  return {
    ready: page.ready,
    get visitor() {
      return page.visitor;
    },
    get status() {
      return runtime.state.status;
    },
    get facts() {
      return page.facts;
    },
    refresh: () => new Promise((resolve) => whenSeen(() => resolve(runtime.refresh()))),
    consent: (granted) => dispatch({ type: granted ? 'consented' : 'withdrawn' }),
    choose: (choice) => dispatch({ type: 'chosen', choice }),
    preview: (record, pageFacts, waits = false) =>
      dispatch({ type: 'previewed', record, page: pageFacts, waits, time: Date.now() }),
    applyGuess: (record) => dispatch({ type: 'guessed', record }),
    start,
    consented: () => runtime.state.consented,
    mayStore: () => mayStore(runtime.state),
    reconsider,
  };
}
