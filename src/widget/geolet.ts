import { answer, parseCondition, parseEntries } from '../rules/condition.ts';
import { conditionAttributes } from '../rules/condition-table.ts';
import type { Estimate } from '../rules/facts.ts';
import { formatPrice, parsePrices, showPrice } from '../rules/money.ts';
import { fillTemplate, parseTemplate } from '../rules/template.ts';
import { checkUrl } from '../rules/url.ts';
import { keptFields } from '../record/kept-fields.built.ts';
import type { Geolet } from './api.ts';
import { attempt } from '../rules/attempt.ts';
import { createBindings } from './bindings/bindings.ts';
import { closestAround, composedParent, isComplete, localeOf } from './bindings/dom.ts';
import type { Core } from './core.ts';
import { createFirstFrame } from './first-frame.ts';
import { createReport, valueOf } from './report.ts';
import { writeRootAttributes } from './root-attributes.ts';
import { createSettingsBlock } from './settings-block.ts';
import type { Settings } from './settings.ts';
import { createSiblings, type FetchSibling } from './siblings.ts';
import type { PageExtras } from './visitor/page-visitor.ts';
import { createVisitor } from './visitor/shared-visitor.ts';
import { native } from './native.ts';

/** The tags of the file that has lit's base class in it, and the names of those that it hands that to, each of one tag. */
const coreTags = 'geo-if,geo-switch,geo-text,geo-currency';
const rareElements = ['flag', 'suggest', 'select', 'time', 'nearest'] as const;

/**
 * Puts the parts together: one visitor, the page's bindings, its root attributes, and the elements once a tag asks for them.
 */
export function createGeolet(
  settings: Settings,
  version: string,
  fileUrl: (path: string) => string,
  fetchSibling: FetchSibling,
): { geolet: Geolet; core: Core; start(): void } {
  const ending = new AbortController();
  const { signal } = ending;
  const told = new Set<string>();
  const report = createReport(told);
  const watchers = new Set<() => void>();
  const owner = createSettingsBlock(report);
  const { start, once, lazy } = createSiblings(
    fetchSibling,
    () => core,
    report,
    () => visitor.reconsider(),
  );
  const parseText = (text: string) => valueOf(parseCondition(text, owner().groups), report);
  const bindings = createBindings(parseText, report, loadElements, signal);
  const askLazy = lazy('conditions');
  const convert = lazy('money');
  const continents = lazy('continents');

  const estimate: Estimate = (...asked) => {
    if (owner().block.rates || attempt(() => (globalThis.geoletConfig as { rates?: unknown } | undefined)?.rates))
      return convert()?.(...asked);
    // The block may stand behind.
    if (native(document).readyState === 'loading') addEventListener('DOMContentLoaded', visitor.reconsider, { signal });
    return undefined;
  };

  /** Only of a look-up that knows the country: what else is missing, the proxy may have kept back. */
  const lacks = (field: string) => {
    const kept = keptFields[field];
    if (kept && visitor.status === 'ready' && visitor.facts?.record?.countryCode)
      report('kept-back', `${field}: the proxy's GEOLET_EXPOSE=${kept}`);
  };

  const extras: PageExtras = {
    get groups() {
      return owner().groups;
    },
    askLazy: (...asked) => askLazy()?.(...asked),
    continentName: (code, locale) => (continents() ?? (() => ''))(code, locale),
    lacks,
    estimate,
  };
  const visitor = createVisitor({ settings, report, extras, follow, fetchRetry: () => once('retry'), signal });

  const conditionOf: Core['conditionOf'] = (element) =>
    parseEntries(
      conditionAttributes
        .filter((name) => element.hasAttribute(name))
        .map((name) => [name, element.getAttribute(name)]),
      owner().groups,
    );

  /** Whether the first frame can be right; later, elements come with their answers. */
  let knownAtOnce = false;
  const showFirst = createFirstFrame((element, facts) => answer(conditionOf(element).value, facts));

  function follow(): void {
    writeRootAttributes(signal.aborted ? undefined : visitor.status, visitor.facts);
    bindings.update(visitor.facts);
    if (knownAtOnce) showFirst(visitor.facts);
    for (const watcher of watchers) watcher();
  }

  /** Fetches the files whose tags are on the page, and shows meanwhile what they will show. */
  function loadElements(...trees: readonly ParentNode[]): void {
    if (signal.aborted) return;
    if (knownAtOnce && trees.includes(document)) showFirst(visitor.facts);
    if (owner().block.redirect) void once('redirect');
    const has = (selector: string) => trees.some((tree) => native(tree).querySelector(selector));
    if (has(coreTags)) void once('elements');
    if (has('geo-preview')) void once('preview');
    for (const name of rareElements) if (has(`geo-${name}`)) void once(name, once('elements'));
  }

  const scan = (part: unknown = document) => {
    // Of this page alone: a frame has nodes of its own kind, and a script tag of its own.
    if (signal.aborted || !(part instanceof Node) || !('querySelector' in part)) return;
    bindings.visit(part as Document);
    loadElements(part as Document);
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
      const parsed =
        typeof condition === 'string'
          ? parseText(condition)
          : valueOf(parseEntries(Object.entries(condition ?? {}), owner().groups), report);
      return visitor.facts && answer(parsed, visitor.facts);
    },
    async override(words) {
      const mine = ++choices;
      const choice = (await start('choose'))?.choose(words);
      if (choice && mine === choices) visitor.choose(choice);
      return !!choice;
    },
    reset() {
      choices++;
      if (visitor.status === 'override') void start('choose').then((file) => file?.announce());
      visitor.choose(undefined);
    },
    refresh: visitor.refresh,
    scan,
    consent: visitor.consent,
    explain: async (subject) => (await start('explain'))?.explain(subject),
    inspect: async () => (await start('explain'))?.inspect(),
    destroy: () => ending.abort(),
  };

  const core: Core = {
    conditionAttributes,
    conditionOf,
    rules: { answer, parseTemplate, fillTemplate, formatPrice, parsePrices, showPrice, checkUrl },
    geolet,
    visitor,
    signal,
    closestAround,
    composedParent,
    isComplete,
    localeOf,
    report,
    told,
    bindingsOf: bindings.of,
    settings,
    block: (name) => owner().block[name],
    fileUrl,
    lazy,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };

  function begin(): void {
    for (const mistake of settings.mistakes) report('bad-settings', mistake);
    writeRootAttributes(visitor.status);
    if (
      settings.preview !== 'off' &&
      (location.search.includes('geo-as=') ||
        (settings.storage === 'on' && attempt(() => sessionStorage.getItem('geolet:preview'))))
    ) {
      void once('preview').then((on) => on || visitor.start());
    } else visitor.start();
    if (settings.guess === 'on' && visitor.status === 'pending') void start('guess').then(visitor.applyGuess);
    // A page that the edge has written is right already; only what it was must be known before it is bound.
    const edge = native(document).querySelector('[data-geo-edge]');
    knownAtOnce = !!visitor.facts && !edge;
    loadElements(document);
    if (settings.analytics !== 'off') void once('analytics');
    if (settings.debug !== 'off') void start('explain').then((file) => file?.summarize());
    const bind = () => (edge && !signal.aborted ? void start('edge').then((bound) => bound || scan()) : scan());
    // Hydrating frameworks compare the page with what the server sent: `load` waits until that is over, also what Next.js does in tasks after the event. Some pages never rest, and WebKit has no word for it, so that an element of that id is one there.
    const soon = () =>
      typeof globalThis.requestIdleCallback === 'function'
        ? requestIdleCallback(bind, { timeout: 1000 })
        : setTimeout(bind, 200);
    if (settings.bindings === 'load' && native(document).readyState !== 'complete')
      addEventListener('load', soon, { signal });
    else if (settings.bindings !== 'manual') bind();
  }

  return { geolet, core, start: begin };
}
