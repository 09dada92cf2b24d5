import type { Facts } from '../facts.ts';
import type { formatPrice, showPrice } from './money.ts';
import { isByPlace, type PriceTag, type ShownPrice } from './price.ts';

/** What shows a price with its former price. The page's elements get it from the loader. */
export interface PriceRulesWithFormer {
  readonly showPrice: typeof showPrice;
  readonly formatPrice: typeof formatPrice;
}

/**
 * The price for a visitor, with its former price if that is higher. Both are in one currency. For visitors of the
 * page's own currency the former price stands before the children. Lists by place and conversion decide all this
 * themselves.
 */
export function showWithFormer(
  rules: PriceRulesWithFormer,
  tag: PriceTag,
  facts: Facts,
  locale: string,
): ShownPrice | undefined {
  const shown = rules.showPrice(tag, facts, locale);
  const currency = facts.record?.currencyCode?.toUpperCase();
  const { prices, was = [], writesFormer } = tag;
  const [base] = prices;
  const price = prices.find((one) => one.currency === currency);
  if (!base || !price || isByPlace(tag) || (price === base ? writesFormer : !shown)) return shown;
  const former = was.find((one) => one.currency === currency && one.amount > price.amount);
  const text = former && rules.formatPrice(former, locale, base.currency, facts);
  return text === undefined ? shown : { text: '', ...shown, was: text };
}
