import type { Estimate, Facts } from '../../rules/facts.ts';
import { bindingPrefix, type Content } from '../../rules/markup/bindings.ts';
import { valueOf } from '../../rules/markup/evaluate.ts';
import { priceText, readPriceElement } from '../../rules/markup/value-element.ts';
import { decidePrice, toVisitorPrice, type VisitorPrice } from '../../rules/money/decide-price.ts';
import { parsePriceTag } from '../../rules/money/money.ts';
import { withList } from '../../rules/money/price-book.ts';
import { inPlainDigits, readingsOf } from '../../rules/money/written-price.ts';
import type { Price, PriceTag } from '../../rules/money/price.ts';
import { textOf } from '../../rules/text/normalize.ts';
import type { Geolet } from '../api/api.ts';
import type { BookState, Core } from '../api/core.ts';
import type { GeoPriceEvent } from '../api/events.ts';
import { ownerSetting } from './estimates.ts';
import type { BoundTarget } from '../bindings/bound-target.ts';
import { domReader } from '../dom/dom-reader.ts';
import { openingTagOf } from '../dom/opening-tag.ts';
import { native } from '../dom/native.ts';

const priced = 'geo-currency';
const boundAttribute = `${bindingPrefix}currency`;

/**
 * Makes `geolet.price()`. From its first call on, elements whose price changes fire `geo-price`: most pages ask for
 * neither.
 */
export function createPagePrices(core: Core, readBook: () => BookState): Geolet['price'] {
  const { rules, report, visitor, signal } = core;
  let isFollowing = false;

  function decide(tag: PriceTag, facts: Facts, locale: string): VisitorPrice | undefined {
    // A guess knows a country, and no price may depend on it.
    const known = visitor.status === 'provisional' ? { ...facts, record: undefined } : facts;
    const listed = withList(tag, core.priceBook);
    const decided = listed && decidePrice(rules, listed, known, locale);
    return decided && toVisitorPrice(decided);
  }

  /** The price of an element: what its list comes to, or what its text says where that is not the first of the list. */
  function decideFor(element: Element, tag: PriceTag, facts: Facts, locale: string): VisitorPrice | undefined {
    const [base] = withList(tag, core.priceBook)?.prices ?? [];
    const text = ownersText(element, core);
    if (text === undefined) return undefined;
    const says = (price: Price) => rules.aroundPrice(text, price, locale, facts) !== undefined;
    if (!base || tag.minus || says(base)) return decide(tag, facts, locale);
    const own = amountsIn(text, base.currency)
      .map((amount) => ({ ...base, amount }))
      .find(says);
    return own && toVisitorPrice({ price: own, former: undefined, isEstimate: false, isWritten: true });
  }

  /** What was told last. The others show the price that they are written with. */
  const told = new WeakMap<Element, string>();
  /** No query finds these again. */
  const inShadowTrees = new Set<Element>();

  /** Fires the event of an element, if its price is another one now. */
  function tell(element: Element): void {
    const { facts } = visitor;
    const tag = tagOf(element, core);
    if (!facts || !tag || !native(element).isConnected) return;
    const locale = core.localeOf(element);
    const asWritten = { ...facts, record: undefined };
    const written = decide(tag, asWritten, locale);
    const price = decideFor(element, tag, showsOther(element, core) ? facts : asWritten, locale);
    const words = JSON.stringify(price ?? null);
    if (words === (told.get(element) ?? JSON.stringify(written))) return;
    told.set(element, words);
    if (native(element).getRootNode() !== document) inShadowTrees.add(element);
    const event: GeoPriceEvent = new CustomEvent('geo-price', { bubbles: true, composed: true, detail: price ?? null });
    native(element).dispatchEvent(event);
  }

  /** @param which tells which of the elements to ask. */
  function tellAll(which: (element: Element) => boolean): void {
    const elements = native(document).querySelectorAll(`${priced},[${boundAttribute}]`);
    for (const element of new Set([...elements, ...inShadowTrees])) if (which(element)) tell(element);
  }

  function startFollowing(): void {
    if (isFollowing) return;
    isFollowing = true;
    // Once all that shows prices has followed the visitor. An element fires an event of its own before it shows a
    // price, and may not show it at once.
    const isSilent = (element: Element) => element.localName !== priced || !showsOther(element, core);
    core.watch(() => signal.aborted || queueMicrotask(() => tellAll(isSilent)));
    // A script may write another price than that of the list.
    const observer = new MutationObserver((records) => {
      const near = records.map(({ target }) => (target instanceof Element ? target : native(target).parentElement));
      const changed = near.map((element) => element && native(element).closest(`${priced},[${boundAttribute}]`));
      for (const element of new Set(changed)) if (element) queueMicrotask(() => tell(element));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    signal.addEventListener('abort', () => observer.disconnect());
    addEventListener(
      'geo-before-update',
      (event) => {
        const [target] = event.composedPath();
        if (target instanceof Element && target.localName === priced)
          queueMicrotask(() => event.defaultPrevented || tell(target));
      },
      { signal },
    );
    tellAll(() => true);
  }

  return async (listOrElement) => {
    await visitor.ready;
    // The parser may not have reached the settings block yet.
    if (!core.isComplete(document))
      await new Promise((resolve) => {
        addEventListener('DOMContentLoaded', resolve, { once: true });
        setTimeout(resolve, core.settings.timeoutMs);
      });
    startFollowing();
    const element = listOrElement instanceof Element ? listOrElement : undefined;
    const source = element ? openingTagOf(element) : textOf(listOrElement);
    // The former prices of a list in the price book are told, too.
    const tag: PriceTag = element
      ? (tagOf(element, core) ?? { prices: [] })
      : { prices: [], ...parsePriceTag(source), was: [] };
    while (tag.sku && visitor.facts && readBook() === 'pending') await untilChange(core, 1000);
    let mayComeYet = true;
    for (;;) {
      const { facts } = visitor;
      if (!facts) return undefined;
      let isConverted = false;
      const estimate: Estimate = (...asked) => {
        isConverted = true;
        return facts.estimate?.(...asked);
      };
      const locale = core.localeOf(element ?? native(document).documentElement);
      const listed = decide(tag, { ...facts, estimate }, locale);
      if (!listed) report('unusable-prices', source);
      const shown = { ...facts, estimate, ...(element && isAsWritten(element, core) && { record: undefined }) };
      const price = listed && element ? decideFor(element, tag, shown, locale) : listed;
      const needsRates = isConverted && !price?.isEstimate && ownerSetting(core.block, 'rates') !== undefined;
      if (!price || !needsRates || !mayComeYet) return price;
      // Rates that are there may lack a currency, or be too old.
      const settled = core.once('money').then((money) => money?.settled);
      await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, core.settings.timeoutMs))]);
      mayComeYet = false;
    }
  };
}

/** Until the page follows something new, such as rates. */
export function untilChange({ watch }: Core, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, patienceMs);
    const forget = watch(end);
    function end(): void {
      clearTimeout(timer);
      forget();
      resolve();
    }
  });
}

function tagOf(element: Element, core: Core): PriceTag | undefined {
  if (element.localName === priced) return readPriceElement(domReader, element, core.rules);
  const bound = bindingOf(element, core);
  // What is ignored is not bound, and shows its first price.
  if (!bound) return parsePriceTag(native(element).getAttribute(boundAttribute) ?? '');
  const { binding } = bound.compiled;
  const { prices, ...tag }: Content = contentThatShows(bound, core) ?? binding.content ?? {};
  return prices && { prices, ...tag };
}

/** Of several lists, the one whose price shows. Undefined: the element is as written. */
function contentThatShows(
  { compiled, original }: BoundTarget,
  { rules, visitor: { facts } }: Core,
): Content | undefined {
  const { binding, locale } = compiled;
  const shown = (binding.choices ?? [{ condition: undefined, binding }]).find(
    ({ condition, binding: { want } }) =>
      facts &&
      (!condition || rules.answer(condition, facts)) &&
      typeof valueOf(want(facts, locale, native(document).baseURI), original ?? '') === 'string',
  );
  return shown?.binding.content;
}

/** Whether it shows what the page is written with, whatever its list comes to. */
function isAsWritten(element: Element, core: Core): boolean {
  if (core.closestAround(element, '[data-geo-ignore]')) return true;
  const bound = bindingOf(element, core);
  const isTaken = bound?.written === undefined && !!native(element).firstElementChild;
  return element.localName !== priced && (!bound || isTaken || !contentThatShows(bound, core));
}

/** What the owner wrote, or a script since. Undefined where a script has emptied it. */
function ownersText(element: Element, core: Core): string | undefined {
  if (element.localName === priced) return priceText(domReader, element);
  const text = native(element).textContent ?? '';
  const original = bindingOf(element, core)?.original ?? text;
  return original.trim() && !text.trim() ? undefined : original;
}

/** The amounts that a text may say. Of a currency with three decimals, three digits are those. */
function amountsIn(text: string, currency: string): readonly number[] {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const readings = (inPlainDigits(text).match(/\d+(?:[.,'’\s]\d+)*/g) ?? []).map(readingsOf);
  return readings.flatMap((amounts) => (digits === 3 ? amounts.toReversed() : amounts));
}

/** Whether it shows another price than the one that it is written with. */
function showsOther(element: Element, core: Core): boolean {
  return element.localName === priced
    ? !!element.shadowRoot?.querySelector('[part~=value]')
    : bindingOf(element, core)?.written !== undefined;
}

function bindingOf(element: Element, { bindings }: Core): BoundTarget | undefined {
  for (const { targetsOf } of bindings.writers)
    for (let bound = targetsOf(element); bound; bound = bound.next)
      if (bound.compiled.binding.name === 'currency') return bound;
  return undefined;
}
