import { answer, conditionNames, parseCondition, parseEntries } from '../rules/condition.ts';
import { type Estimate, formatPrice, parsePrices, showPrice } from '../rules/money.ts';
import { fillTemplate, parseTemplate } from '../rules/template.ts';
import type { Facts } from '../rules/facts.ts';
import { keptFields } from '../record/kept-fields.built.ts';
import type { Geolet } from './api.ts';
import { attempt } from './attempt.ts';
import { createBindings } from './bindings/bindings.ts';
import { isComplete, localeOf } from './bindings/dom.ts';
import type { Core } from './core.ts';
import type { ElementKit } from './elements/element-kit.ts';
import { createFirstFrame } from './first-frame.ts';
import { createReport } from './report.ts';
import { writeRootAttributes } from './root-attributes.ts';
import { createSettingsBlock } from './settings-block.ts';
import type { Settings } from './settings.ts';
import { createVisitor } from './visitor/shared-visitor.ts';

/** The files that `geolet.js` may fetch, by their names in the build. */
export interface Siblings {
  /** Gives no kit where elements come by the imports of the page's own scripts. */
  elements: { define(core: Core): ElementKit | undefined };
  flag: ElementFile;
  suggest: ElementFile;
  select: ElementFile;
  time: ElementFile;
  nearest: ElementFile;
  choose: typeof import('./visitor/choose.ts');
  retry: typeof import('./visitor/retry.ts');
  conditions: typeof import('./rare-conditions.ts');
  continents: typeof import('./continent-names.ts');
  redirect: typeof import('./redirect.ts');
  analytics: typeof import('./analytics.ts');
  guess: typeof import('./visitor/guess.ts');
  money: typeof import('./money/estimates.ts');
  explain: typeof import('./explain/explain.ts');
  preview: typeof import('./preview/preview.ts');
  edge: typeof import('./edge.ts');
}

interface ElementFile {
  define(kit: ElementKit): void;
}

/** The tags of each file of elements. Only `elements` has lit's base class in it; it hands the others what they build on. */
const elementFiles = {
  elements: 'geo-if,geo-switch,geo-text,geo-currency',
  flag: 'geo-flag',
  suggest: 'geo-suggest',
  select: 'geo-select',
  time: 'geo-time',
  nearest: 'geo-nearest',
  preview: 'geo-preview',
} as const;

const conditionAttributes = conditionNames.flatMap((name) => [name, `not-${name}`]);

export type FetchSibling = <Name extends keyof Siblings>(name: Name) => Promise<Siblings[Name]>;

/**
 * Puts the parts together: one visitor, the page's bindings, its root attributes, and the elements once a tag asks for them.
 */
export function createGeolet(settings: Settings, version: string, fileUrl: (path: string) => string, fetchSibling: FetchSibling): { geolet: Geolet; core: Core; start(): void } {
  const ending = new AbortController();
  const { signal } = ending;
  const told = new Set<string>();
  const report = createReport(told);
  const watchers = new Set<() => void>();
  const owner = createSettingsBlock(report);
  const visitor = createVisitor(settings, report, follow, () => withSibling('retry', ({ retry }) => retry), signal);
  const parseText = (text: string) => parseCondition(text, report, owner.groups);
  const bindings = createBindings(() => facts, parseText, report, loadElements, signal);
  /** What the visitor's facts are to everybody else: with what the owner's settings add. */
  let facts: Facts | undefined;
  const askRare = lazy('conditions', ({ startRareConditions }) => startRareConditions(report, visitor.reconsider, signal));
  const convert = lazy('money', ({ startEstimates }) => startEstimates({ report, formatPrice, block: core.block, mayStore: visitor.mayStore, reconsider: visitor.reconsider }));
  const continents = lazy('continents', (names) => names.continentName);

  const estimate: Estimate = (...asked) => {
    if (owner.block.rates || (globalThis.geoletConfig as { rates?: unknown } | undefined)?.rates) return convert()?.(...asked);
    // The block may stand behind.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', visitor.reconsider, { signal });
    return undefined;
  };

  /** Only of a look-up that knows the country: what else is missing, the proxy may have kept back. */
  const lacks = (name: string) => {
    const field = keptFields[name];
    if (field && visitor.status === 'ready' && visitor.facts?.record?.countryCode) report('kept-back', `${name}: the proxy's GEOLET_EXPOSE=${field}`);
  };

  const conditionOf: Core['conditionOf'] = (element, tell) => parseEntries(
    conditionAttributes.filter((name) => element.hasAttribute(name)).map((name) => [name, element.getAttribute(name)]),
    tell,
    owner.groups,
  );

  /** In XHTML elements stay as written: only bindings are proved there. */
  const isHtml = document.contentType === 'text/html';
  /** Whether the first frame can be right; later, elements come with their answers. */
  let knownAtOnce = false;
  const showFirst = createFirstFrame((element, facts) => answer(conditionOf(element, () => {}), facts));

  const core: Core = {
    conditionAttributes,
    conditionOf,
    rules: { answer, parseTemplate, fillTemplate, parsePrices, showPrice },
    isComplete,
    localeOf,
    report,
    told,
    bindingsOf: bindings.of,
    settings,
    consented: visitor.consented,
    mayStore: visitor.mayStore,
    preview: visitor.preview,
    facts: () => facts,
    block: (name) => owner.block[name],
    fileUrl,
    status: () => (signal.aborted ? 'pending' : visitor.status),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };

  function follow(): void {
    facts = visitor.facts && {
      ...visitor.facts,
      groups: owner.groups,
      askRare: (...asked) => askRare()?.(...asked),
      continentName: (code, locale) => (/^en\b/.test(locale) ? undefined : (continents() ?? (() => ''))(code, locale)),
      lacks,
      estimate,
    };
    writeRootAttributes(visitor.status, facts, owner.groups);
    bindings.update();
    if (knownAtOnce) showFirst(facts);
    for (const watcher of watchers) watcher();
  }

  /** A page may refuse one of our files, or what it needs: the rest works without it. */
  async function withSibling<Name extends keyof Siblings, Result>(name: Name, use: (sibling: Siblings[Name]) => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await use(await fetchSibling(name));
    } catch (error) {
      report('file-refused', `${name}: ${String(error)}`);
      return undefined;
    }
  }

  const fetched = new Map<string, Promise<unknown>>();

  function once<Name extends keyof Siblings, Result>(name: Name, use: (sibling: Siblings[Name]) => Result | Promise<Result>): Promise<Result | undefined> {
    if (!fetched.has(name)) fetched.set(name, withSibling(name, use));
    return fetched.get(name) as Promise<Result | undefined>;
  }

  /** What a file makes that is fetched when it is first asked for. Undefined until then; when it is there, the page follows. */
  function lazy<Name extends keyof Siblings, Made>(name: Name, make: (sibling: Siblings[Name]) => Made): () => Made | undefined {
    let made: Made | undefined;
    return () => {
      void once(name, (sibling) => {
        made = make(sibling);
        visitor.reconsider();
      });
      return made;
    };
  }

  /** Fetches the files whose tags are on the page, and shows meanwhile what they will show. */
  function loadElements(): void {
    if (signal.aborted) return;
    if (knownAtOnce) showFirst(facts);
    if (owner.block.redirect) void once('redirect', ({ startRedirect }) => startRedirect(core, geolet));
    for (const [name, tags] of Object.entries(elementFiles) as [keyof typeof elementFiles, string][]) {
      if (fetched.has(name) || !document.querySelector(tags)) continue;
      if (!isHtml) {
        report('unsupported-document', document.contentType);
        continue;
      }
      // Both are under way before either is waited for.
      const kit = once('elements', ({ define }) => define(core));
      void once(name, async ({ define }) => {
        const made = await kit;
        if (made) define(made as ElementKit & Core);
      });
    }
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
      const parsed = typeof condition === 'string' ? parseText(condition) : parseEntries(Object.entries(condition ?? {}), report, owner.groups);
      return facts && answer(parsed, facts);
    },
    async override(words) {
      const mine = ++choices;
      const choice = await withSibling('choose', ({ choose }) => choose(words, core));
      if (choice && mine === choices) visitor.choose(choice);
      return !!choice;
    },
    reset() {
      choices++;
      if (visitor.status === 'override') void withSibling('choose', ({ announce }) => announce(core));
      visitor.choose(undefined);
    },
    refresh: visitor.refresh,
    scan,
    consent: (granted) => visitor.consent(granted),
    explain: (subject) => withSibling('explain', ({ explain }) => explain(core, geolet, subject)),
    inspect: () => withSibling('explain', ({ inspect }) => inspect(core, geolet)),
    destroy() {
      ending.abort();
      visitor.end();
      facts = undefined;
      bindings.restore();
      showFirst(facts);
      for (const watcher of watchers) watcher();
      writeRootAttributes();
    },
  };

  function start(): void {
    for (const mistake of settings.mistakes) report('bad-settings', mistake);
    writeRootAttributes(visitor.status);
    if (settings.preview !== 'off' && (location.search.includes('geo-as=') || (settings.storage === 'on' && attempt(() => sessionStorage.getItem('geolet:preview'))))) {
      void once('preview', ({ startPreview }) => startPreview(core)).then((on) => on || visitor.start());
    } else visitor.start();
    if (settings.guess === 'on' && visitor.status === 'pending') void withSibling('guess', ({ guess }) => visitor.suppose(guess()));
    // A page that the edge has written is right already; only what it was must be known before it is bound.
    const edge = document.querySelector('[data-geo-edge]');
    knownAtOnce = isHtml && !!facts && !edge;
    loadElements();
    if (settings.analytics !== 'off') void withSibling('analytics', ({ startAnalytics }) => startAnalytics(core, geolet));
    if (settings.debug !== 'off') void withSibling('explain', ({ summarize }) => summarize(core, geolet));
    const bind = () => signal.aborted || scan();
    whenBindingsStart(settings.bindings, edge ? () => void withSibling('edge', ({ takeOver }) => takeOver(core, bind)).then((taken) => taken || bind()) : bind, signal);
  }

  return { geolet, core, start };
}

/** Hydrating frameworks compare the page with what the server sent: `load` waits until that is over. */
function whenBindingsStart(when: string, start: () => void, signal: AbortSignal): void {
  const soon = () => requestAnimationFrame(() => signal.aborted || start());
  if (when === 'now' || (when === 'load' && document.readyState === 'complete')) start();
  else if (when === 'load') addEventListener('load', soon, { signal });
}

