import type { Estimate, Facts, ShowByPlace } from '../../rules/facts.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { currencyOf } from '../../rules/money/decide-price.ts';
import { parsePriceTag } from '../../rules/money/money.ts';
import { showFromBook, withList } from '../../rules/money/price-book.ts';
import { isByPlace, isWrittenList, type Price, type PriceTag, type WrittenList } from '../../rules/money/price.ts';
import { platformText } from '../../rules/text/platform-text.ts';
import type { Geolet } from '../api/api.ts';
import type { BookState, Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { ownerSetting } from './estimates.ts';
import { createOwnerPriceBook } from './owner-price-book.ts';
import { createPagePrices, untilChange } from './page-prices.ts';

/** @param question all that the price depends on. */
type ShowAndKeep = (question: string, ...asked: Parameters<ShowByPlace>) => ReturnType<ShowByPlace>;

interface PagePrices {
  readonly show: ShowAndKeep;
  readonly price: Geolet['price'];
  readBook(): BookState;
  whenRead(): Promise<void>;
}

/** What may name a price in the book. */
const fromBook = '[sku],[data-geo-currency*=sku i],[data-geo-prices*=sku i]';

/**
 * The entry of a lazy file, fetched when a page has a price list that names places, or one from the price book. What it
 * shows is kept for the next page, which then shows it from the first frame, and without this file unless the book has
 * an address.
 */
export default function startPrices(core: Core): PagePrices {
  const { rules, report, visitor, signal, isComplete, openingTagOf } = core;
  const ownerPriceBook = createOwnerPriceBook(core);
  const threshold = core.lazy('threshold');
  /** Lists that cannot be used, and were reported. */
  const named = new Set<string>();

  function fail(code: string, asked: PriceTag | WrittenList, text = ''): undefined {
    // The parser may not have reached the settings block yet, which has the owner's groups and prices.
    if (!isComplete(document)) addEventListener('DOMContentLoaded', visitor.reconsider, { once: true, signal });
    else if (!named.has(JSON.stringify(asked))) {
      named.add(JSON.stringify(asked));
      const element = elementWith(asked);
      report(code, element ? openingTagOf(element) : text);
    }
  }

  /** What there is of the price book by now. */
  function readBook(): BookState {
    const book = ownerPriceBook();
    core.priceBook = typeof book === 'object' ? book : undefined;
    return book;
  }

  const show: ShowAndKeep = (question, asked, facts, locale) => {
    const isCurrency = isWrittenList(asked);
    const tag = isCurrency ? parsePriceTag(asked.prices ?? '') : asked;
    if (!tag) return fail(asked.prices ? 'unusable-prices' : 'unusable-template', asked, '{price-currency}');
    if (tag.sku) {
      const book = readBook();
      if (book === 'pending') return undefined;
      // What was kept may be another price by now.
      facts.platformTexts?.delete(question);
      if (book === 'unusable') return undefined;
    }
    const name = tag.sku ? `sku: ${tag.sku}` : '';
    const listed = withList(tag, core.priceBook);
    const isInBook = core.priceBook?.has(tag.sku ?? '');
    if (!listed) return fail(isInBook ? 'unusable-prices' : 'unknown-sku', asked, name);
    const { minus } = listed;
    const file = minus ? threshold() : undefined;
    if (minus && !file) return undefined;
    if (minus && !file?.parseMinus(rules, minus)) return fail('unusable-prices', asked, minus);
    const unusable = unusableIn(listed, facts.groups);
    if (unusable) return fail('unusable-prices', asked, name || unusable.text);
    // A guess knows a country, and no price by place may depend on it.
    if ((isCurrency || isByPlace(listed)) && visitor.status === 'provisional') return undefined;
    // What is converted, now or once the rates are there, changes with them.
    let mayChange = false;
    const estimate: Estimate = (...converted) => {
      mayChange = true;
      return facts.estimate?.(...converted);
    };
    const hasRates = () => {
      mayChange = true;
      return !!ownerSetting(core.block, 'rates');
    };
    const known = { ...facts, estimate, hasRates };
    const found = isCurrency
      ? currencyOf(rules, listed, known)
      : showFromBook({ ...rules, ...file }, listed, known, locale);
    // No element says the first price of a list in the book.
    const shown = found && tag.sku ? { ...found, base: listed.prices[0] } : found;
    if (minus) forgetOtherAmounts(question, facts);
    if (shown && !mayChange && !shown.isReached)
      platformText([question], facts, () =>
        [shown.text, shown.was ?? '', isInBook ? entryOf(shown.base) : ''].join('\n').trimEnd(),
      );
    return shown;
  };

  async function whenRead(): Promise<void> {
    if (native(document).querySelector('[minus]')) await core.once('threshold');
    if (!native(document).querySelector(fromBook)) return;
    while (readBook() === 'pending') await untilChange(core, 1000);
  }

  return { show, price: createPagePrices(core, readBook), readBook, whenRead };
}

/** As `parsePrices` reads it. */
function entryOf(price: Price | undefined): string {
  return price ? `${price.currency} ${price.amount.toFixed(price.fractionDigits)}` : '';
}

/** A cart changes often: of each list, only what was left last is worth keeping. */
function forgetOtherAmounts(question: string, { platformTexts }: Facts): void {
  const list = question.slice(0, question.indexOf('"minus":'));
  for (const kept of platformTexts?.keys() ?? [])
    if (kept !== question && kept.startsWith(list)) platformTexts?.delete(kept);
}

/** The page's first element with this list, or with a placeholder that has none; undefined in a shadow tree. */
function elementWith(asked: PriceTag | WrittenList): Element | undefined {
  const { sku, prices } = asked;
  const minus = 'minus' in asked ? asked.minus : null;
  const [selector, isAtFault] = prices ? whereListed(sku, prices) : whereMissing;
  return [...native(document).querySelectorAll(selector)].find((element) => {
    const values = [...native(element).attributes].map(({ value }) => value);
    return values.some(isAtFault) && (!minus || values.some((value) => value.trim() === minus));
  });
}

type Where = readonly [selector: string, isAtFault: (text: string) => boolean];

const whereMissing: Where = [':not([data-geo-prices])', (text) => /\{\s*price-currency/i.test(text)];

function whereListed(sku: string | null | undefined, prices: string | readonly Price[]): Where {
  if (typeof prices === 'string') return ['[data-geo-prices]', (text) => text === prices];
  const isOfList = (text: string) =>
    prices.every(({ places = '', amount }) => text.includes(places) && text.includes(String(amount)));
  return ['geo-currency,[data-geo-currency]', sku ? (text) => text.includes(sku) : isOfList];
}
