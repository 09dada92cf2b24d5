import { type Answer, answer, conditionNames, parseCondition, parseEntries } from '../rules/condition.ts';
import { choosePrice, formatPrice, parsePrices } from '../rules/money.ts';
import { fillTemplate, parseTemplate } from '../rules/template.ts';
import { createBindings } from './bindings/bindings.ts';
import { isComplete, localeOf } from './bindings/dom.ts';
import type { Core } from './core.ts';
import { createReport } from './report.ts';
import { writeRootAttributes } from './root-attributes.ts';
import type { Settings } from './settings.ts';
import { createVisitor, type Visitor } from './visitor/visitor.ts';

/** `window.geolet`: nothing in it throws, and every promise resolves. */
export interface Geolet {
  readonly version: string;
  /** Resolves at `geo-ready`: the visitor, or undefined when there is no record. Never rejects. */
  readonly ready: Promise<Visitor | undefined>;
  /** Undefined until `geo-ready`. */
  readonly visitor: Visitor | undefined;
  /**
   * Answers a condition in text form, or as an object: `{ country: ['DE', 'AT'], eu: true }`. Undefined is unknown, and
   * everything is before `geo-ready`.
   */
  matches(condition: string | Readonly<Record<string, unknown>>): Answer;
  /**
   * The visitor's own choice, in words (`JP`, `country: JP; currency: USD`) or as an object. Remembered, and it beats the
   * look-up. Resolves once the page has followed; to false when the words were not understood.
   */
  override(words: string | Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Takes the visitor's choice back. */
  reset(): void;
  /** Asks the proxy again, past every cache. Resolves once the page has followed, or the look-up has failed. */
  refresh(): Promise<void>;
  /** Binds a part of the page by hand: with `bindings="manual"`, or an open shadow root. */
  scan(root?: ParentNode): void;
  /** The one door for consent platforms. False wipes what is known and stored, and puts the page back. */
  consent(granted: boolean): void;
  /** Ends everything and leaves the page as it was. */
  destroy(): void;
}

/** The files that `geolet.js` may fetch, by their content-hashed names. */
export type Sibling = 'elements' | 'choose';

/**
 * Puts the parts together: one visitor, the page's bindings, its root attributes, and the elements once a tag asks for them.
 *
 * @param fetchSibling imports one of our own files; rejects where the page does not allow it.
 */
export function createGeolet(settings: Settings, version: string, fetchSibling: FetchSibling): { geolet: Geolet; start(): void } {
  const ending = new AbortController();
  const { signal } = ending;
  const report = createReport();
  const watchers = new Set<() => void>();
  const visitor = createVisitor(settings, report, follow, signal);
  const bindings = createBindings(() => visitor.facts, report, loadElements, signal);

  const core: Core = {
    conditionNames,
    rules: { answer, parseEntries, parseTemplate, fillTemplate, parsePrices, choosePrice, formatPrice },
    isComplete,
    localeOf,
    report,
    facts: () => visitor.facts,
    status: () => (signal.aborted ? 'pending' : visitor.status),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };

  function follow(): void {
    writeRootAttributes(visitor.status, visitor.facts);
    bindings.update();
    for (const watcher of watchers) watcher();
  }

  let elements: Promise<unknown> | undefined;

  /** Fetches the elements once one of their tags is on the page. lit needs an HTML document and may be refused by its policy. */
  function loadElements(): void {
    if (elements || signal.aborted || !document.querySelector(elementTags)) return;
    elements =
      document.contentType === 'text/html'
        ? fetchSibling('elements').then(
            ({ define }) => (define as Define)(core),
            (error: unknown) => report('elements-refused', String(error)),
          )
        : Promise.resolve(report('unsupported-document', document.contentType));
  }

  const scan = (part: ParentNode = document) => {
    bindings.visit(part);
    loadElements();
  };

  /** A later choice or reset makes void one that is still waiting for its file. */
  let choices = 0;

  const geolet: Geolet = {
    version,
    ready: visitor.ready,
    get visitor() {
      return visitor.visitor;
    },
    matches(condition) {
      const { facts } = visitor;
      const parsed = typeof condition === 'string' ? parseCondition(condition, report) : parseEntries(Object.entries(condition ?? {}), report);
      return facts && answer(parsed, facts);
    },
    async override(words) {
      const mine = ++choices;
      try {
        const { choose } = (await fetchSibling('choose')) as { choose: Choose };
        const choice = choose(words, report);
        if (choice && mine === choices) visitor.choose(choice);
        return !!choice;
      } catch (error) {
        report('choice-refused', String(error));
        return false;
      }
    },
    reset() {
      choices++;
      visitor.choose(undefined);
    },
    refresh: visitor.refresh,
    scan,
    consent: (granted) => visitor.consent(granted),
    destroy() {
      ending.abort();
      visitor.end();
      bindings.restore();
      for (const watcher of watchers) watcher();
      writeRootAttributes(undefined, undefined);
    },
  };

  function start(): void {
    for (const mistake of settings.mistakes) report('bad-settings', mistake);
    writeRootAttributes(visitor.status, undefined);
    visitor.start();
    loadElements();
    whenBindingsStart(settings.bindings, () => scan(), signal);
  }

  return { geolet, start };
}

/** Hydrating frameworks compare the page with what the server sent: `load` waits until that is over. */
function whenBindingsStart(when: string, start: () => void, signal: AbortSignal): void {
  const soon = () => requestAnimationFrame(() => signal.aborted || start());
  if (when === 'now' || (when === 'load' && document.readyState === 'complete')) start();
  else if (when === 'load') addEventListener('load', soon, { signal });
}

type FetchSibling = (name: Sibling) => Promise<Record<string, unknown>>;
type Define = (core: Core) => void;
type Choose = typeof import('./visitor/choose.ts').choose;

const elementTags = 'geo-if,geo-switch,geo-text,geo-currency';
