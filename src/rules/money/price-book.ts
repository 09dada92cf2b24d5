import { showByPlace, type PriceRules } from './by-place.ts';
import { type PriceRulesWithFormer, showWithFormer } from './former-price.ts';
import { currencyOf, decidePrice } from './decide-price.ts';
import { parsePrices, parsePriceTag } from './money.ts';
import { readingLimits } from '../reading-limits.ts';
import type { showRemainder } from './threshold.ts';
import {
  isByPlace,
  isWrittenList,
  type ListedPrices,
  type PriceBook,
  type PriceTag,
  type ShownPrice,
  type WrittenList,
} from './price.ts';
import type { Facts } from '../facts.ts';

/** A list is read when it is first asked for: a shop may have thousands. @returns undefined for what is no book. */
export function parsePriceBook(value: unknown): PriceBook | undefined {
  if (typeof value !== 'object' || !value || Array.isArray(value)) return undefined;
  const written = new Map<string, unknown>(Object.entries(value));
  const read = new Map<string, ListedPrices | undefined>();
  return {
    get names() {
      return [...written.keys()];
    },
    has: (sku) => written.has(sku),
    find(sku) {
      if (!read.has(sku)) read.set(sku, parseList(written.get(sku)));
      return read.get(sku);
    },
  };
}

function parseList(written: unknown): ListedPrices | undefined {
  const { prices, was }: { readonly prices?: unknown; readonly was?: unknown } =
    typeof written === 'string' ? { prices: written } : Object(written);
  const read = (text: unknown) => {
    const parsed = typeof text === 'string' ? parsePrices(text) : undefined;
    return parsed && parsed.length <= readingLimits.prices ? parsed : undefined;
  };
  const list = read(prices);
  const former = was === undefined ? [] : read(was);
  return list && former && { prices: list, was: former };
}

/**
 * A tag with its list from the book. Former prices beside the name take the place of the book's; a tag that knows none,
 * as that of a binding, gets none. A tag without a name stays as it is.
 */
export function withList(tag: PriceTag, book: PriceBook | undefined): PriceTag | undefined {
  if (!tag.sku) return tag;
  const found = book?.find(tag.sku);
  if (!found) return undefined;
  const { prices, was } = found;
  return { ...tag, sku: undefined, prices, ...(tag.was && { was: tag.was.length ? tag.was : was }) };
}

/** What shows a price from the book. The page's lazy file gets it from `geolet.js`. */
export interface BookRules extends PriceRules, PriceRulesWithFormer {
  /** A file of its own in the page. Without it a price with an amount taken off stays as written. */
  readonly showRemainder?: typeof showRemainder | undefined;
}

/**
 * Shows the price for a visitor from a list with places, or from the price book; what is left of a price; or the currency
 * of a price.
 */
export function showFromBook(
  rules: BookRules,
  asked: PriceTag | WrittenList,
  facts: Facts,
  locale: string,
): ShownPrice | undefined {
  const tag = isWrittenList(asked) ? parsePriceTag(asked.prices ?? '') : asked;
  const listed = tag && withList(tag, facts.priceBook);
  if (!listed) return undefined;
  if (isWrittenList(asked)) return currencyOf(rules, listed, facts);
  if (listed.minus) return rules.showRemainder?.({ ...rules, decidePrice, parsePrices }, listed, facts, locale);
  const shown = isByPlace(listed)
    ? showByPlace(rules, listed, facts, locale)
    : showWithFormer(rules, listed, facts, locale);
  return shown && tag.sku ? { ...shown, base: listed.prices[0] } : shown;
}
