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

/** The files that `geolet.js` may fetch, by their names in the build. */
export interface Siblings {
  elements: { define(core: Core): void };
  choose: typeof import('./visitor/choose.ts');
}

export type FetchSibling = <Name extends keyof Siblings>(name: Name) => Promise<Siblings[Name]>;

/**
 * Puts the parts together: one visitor, the page's bindings, its root attributes, and the elements once a tag asks for them.
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

  /** A page may refuse one of our files, or what it needs: the rest works without it. */
  async function withSibling<Name extends keyof Siblings, Result>(name: Name, use: (sibling: Siblings[Name]) => Result): Promise<Result | undefined> {
    try {
      return use(await fetchSibling(name));
    } catch (error) {
      report('file-refused', `${name}: ${String(error)}`);
      return undefined;
    }
  }

  let loading = false;

  /** Fetches the elements once one of their tags is on the page. lit needs an HTML document. */
  function loadElements(): void {
    if (loading || signal.aborted || !document.querySelector(elementTags)) return;
    loading = true;
    if (document.contentType === 'text/html') void withSibling('elements', ({ define }) => define(core));
    else report('unsupported-document', document.contentType);
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
      const choice = await withSibling('choose', ({ choose }) => choose(words, report));
      if (choice && mine === choices) visitor.choose(choice);
      return !!choice;
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

const elementTags = 'geo-if,geo-switch,geo-text,geo-currency';
