import type { Facts } from '../facts.ts';
import { decideByPlace, type PriceRules, unusableIn } from './by-place.ts';
import { isByPlace, type Price, type PriceTag, type ShownPrice } from './price.ts';

/** The price that shows for a visitor, for what needs no words: scripts, links and structured data. */
export interface DecidedPrice {
  readonly price: Price;
  /** Its former price, if that is higher. */
  readonly former: Price | undefined;
  /** Whether it was converted. */
  readonly isEstimate: boolean;
  /** Whether it is the one that the page is written with. */
  readonly isWritten: boolean;
}

/**
 * Decides as `showPrice` and `showByPlace` do.
 *
 * @param facts without `estimate`, the price is the one that would be converted.
 * @returns undefined for a list that cannot be used.
 */
export function decidePrice(
  rules: Pick<PriceRules, 'answer'>,
  tag: PriceTag,
  facts: Facts,
  locale = '',
): DecidedPrice | undefined {
  const { prices, was = [] } = tag;
  const [base] = prices;
  if (!base || unusableIn(tag, facts.groups)) return undefined;
  const currency = facts.record?.currencyCode?.toUpperCase();
  const decision = isByPlace(tag) ? decideByPlace(rules, tag, facts) : undefined;
  const listed = isByPlace(tag) ? decision?.price : prices.find((one) => one.currency === currency);
  const price = listed ?? base;
  const formers = was.filter((one) => one.currency === price.currency);
  const former = decision ? decision.former : formers.find(({ places, amount }) => !places && amount > price.amount);

  const converts = decision?.converts ?? !(listed || isByPlace(tag));
  const own = decision ? { ...tag, prices: [forAll(price)], was: former ? [forAll(former)] : [] } : tag;
  const estimate = converts && currency ? facts.estimate?.(own, currency, facts, locale) : undefined;
  if (estimate?.converted) return { ...estimate.converted, isEstimate: true, isWritten: false };
  return {
    price,
    former: former && former.amount > price.amount ? former : undefined,
    isEstimate: false,
    isWritten: price === base,
  };
}

/** As estimates read prices. */
function forAll(price: Price): Price {
  return { ...price, places: undefined };
}

/** What `geolet.price()` gives, and what `geo-price` has as its detail. */
export interface VisitorPrice {
  /** In units of the currency: 149, or 149.5. */
  readonly amount: number;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  /** Whether it was converted: a checkout cannot charge it. */
  readonly isEstimate: boolean;
  /** The former price, if that is higher. */
  readonly was: number | undefined;
  /** Whether it is the first price of the list, which your HTML says. */
  readonly isWritten: boolean;
}

export function toVisitorPrice({ price, former, isEstimate, isWritten }: DecidedPrice): VisitorPrice {
  return { amount: price.amount, currency: price.currency, isEstimate, was: former?.amount, isWritten };
}

/**
 * The currency of the price that shows. Where that one is converted, of the price that it is converted from: a checkout
 * can charge that. Undefined without a record: a template stays as written then.
 */
export function currencyOf(rules: Pick<PriceRules, 'answer'>, tag: PriceTag, facts: Facts): ShownPrice | undefined {
  const decided = facts.record && decidePrice(rules, tag, { ...facts, estimate: undefined });
  return decided && { text: decided.price.currency };
}
