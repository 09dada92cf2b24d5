import type { answer } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import { decidePrice } from '../money/decide-price.ts';
import { parsePriceTag } from '../money/money.ts';
import { withList } from '../money/price-book.ts';

/**
 * The price in a page's structured data, which search engines compare with the page and with feeds. Nothing but digits,
 * a point and three letters comes into it.
 */
export interface OfferPrice {
  /** As in `149.00`. */
  readonly amount: string;
  /** As in `USD`. */
  readonly currency: string;
}

/** Why structured data stay as written, in words for the owner. */
export class UnusableOffer {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** More are not read where time is short: an offer may be nested in others, each with all that is in it. */
export const mostOffers = 100;

export const wrongType = 'its type must be application/ld+json';
export const wrongElement = 'it belongs on a block of JSON-LD, or beside itemtype="https://schema.org/Offer"';
export const secondOffer = 'the settings are for the first offer of the page';

/**
 * The price that a list comes to for a visitor, for structured data.
 *
 * @param written as the owner wrote it: a list is for its first price alone.
 * @returns null where they stay as written, undefined for a list that cannot be used.
 */
export function decideOffer(
  rules: { readonly answer: typeof answer },
  list: string,
  facts: Facts,
  written: OfferPrice,
): OfferPrice | null | undefined {
  // What is converted is an estimate, and no shop charges it. The price that it is made from is charged.
  const tag = parsePriceTag(list);
  const listed = tag && withList(tag, facts.priceBook);
  const decided = listed && decidePrice(rules, listed, { ...facts, estimate: undefined });
  if (!decided) return undefined;
  const [base] = listed.prices;
  if (base?.currency !== written.currency || base.amount !== Number(written.amount)) return null;
  const { amount, fractionDigits, currency } = decided.price;
  return decided.isWritten ? null : { amount: amount.toFixed(fractionDigits), currency };
}

/** What the settings say: `{ "prices": "USD 149, EUR 139" }`, or `{ "sku": "asterisk" }`. */
export function listOfSettings(offer: unknown): string | undefined {
  const { prices, sku } = Object(offer) as { readonly prices?: unknown; readonly sku?: unknown };
  if (typeof sku === 'string') return `sku: ${sku}`;
  return typeof prices === 'string' ? prices : undefined;
}

/** Whether a text is a price as structured data write it. https://schema.org/price */
export function isAmount(text: string): boolean {
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(text);
}

export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** Whether a type is the one with this name at schema.org, however it is written. */
export function isOfType(types: readonly string[], name: string): boolean {
  return types.some((type) => type.split(/[/:#]/).at(-1) === name);
}

/** On what is written: the offer as it was, and as it was left, as in `149.00 USD 139.00 EUR`. */
export const offerMark = 'data-geolet-offer';

export interface OfferMark {
  readonly was: OfferPrice;
  /** What differs from it, a script of the page has written since. */
  readonly left: OfferPrice;
}

export function markOfOffer({ was, left }: OfferMark): string {
  return `${was.amount} ${was.currency} ${left.amount} ${left.currency}`;
}

/** @returns undefined for a mark that is none of ours. */
export function parseOfferMark(mark: string): OfferMark | undefined {
  const [amount = '', currency = '', leftAmount = '', leftCurrency = '', ...rest] = mark.split(' ');
  const areAmounts = isAmount(amount) && isAmount(leftAmount);
  const areCurrencies = isCurrency(currency) && isCurrency(leftCurrency);
  return areAmounts && areCurrencies && rest.length === 0
    ? { was: { amount, currency }, left: { amount: leftAmount, currency: leftCurrency } }
    : undefined;
}

export function isSameOffer(one: OfferPrice, other: OfferPrice): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}
