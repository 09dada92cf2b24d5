/** A price as the owner wrote it: the digits after the point are the ones to show. */
export interface Price {
  /** The countries, states and groups that it is for, as written. `by-place.ts` reads them. Undefined: everybody. */
  readonly places?: string | undefined;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly amount: number;
  readonly fractionDigits: number;
}

/** What an owner says about one price. */
export interface PriceTag {
  /** The name of its list in the price book, which `price-book.ts` looks up. Then there are no prices here. */
  readonly sku?: string | null | undefined;
  /** The first is the base, which the page is written in. */
  readonly prices: readonly Price[];
  /** Former prices. */
  readonly was?: readonly Price[];
  /** Whether the owner has written a former price into the page themselves, beside the price. */
  readonly writesFormer?: boolean;
  /** The ending of a converted price; without one the page's own holds. */
  readonly charm?: string | null;
  /** What is taken off the price, as written: `threshold.ts` reads it. Empty: nothing. */
  readonly minus?: string | null | undefined;
}

/** Whether a list, or that of its former prices, names a place, or may do so: it is in the price book. */
export function isByPlace(tag: PriceTag): boolean {
  return !!tag.sku || tag.prices.concat(tag.was ?? []).some(({ places }) => places);
}

/** A list as it is written, or the name of one, of which only the currency is asked, as by `{price-currency}`. */
export interface WrittenList {
  readonly sku?: undefined;
  readonly prices: string | null | undefined;
}

export function isWrittenList(asked: PriceTag | WrittenList): asked is WrittenList {
  return !Array.isArray(asked.prices);
}

/** A list of the price book, with its former prices. */
export type ListedPrices = Required<Pick<PriceTag, 'prices' | 'was'>>;

/**
 * The owner's price lists by name: `{ "asterisk": "USD 149, IN: USD 99" }`, or with former prices
 * `{ "asterisk": { "prices": "USD 149, IN: USD 99", "was": "USD 199, IN: USD 129" } }`.
 */
export interface PriceBook {
  readonly names: readonly string[];
  has(sku: string): boolean;
  /** @returns undefined for a name that is not in the book, and for a list that cannot be read. */
  find(sku: string): ListedPrices | undefined;
}

/** What stands before a price in a text, and behind it. */
export type Around = readonly [before: string, after: string];

/** A price in words. */
export interface ShownPrice {
  /** Empty: the price that the page is written with, which has a former price; or nothing is left of it. */
  readonly text: string;
  readonly was?: string | undefined;
  /** The price that the page is written with, where only the price book knows it. */
  readonly base?: Price | undefined;
  /** What stands around the price in the owner's text. */
  readonly around?: Around | undefined;
  /** Whether nothing is left of the price. The text is empty then. */
  readonly isReached?: boolean;
  /** There when the price was converted: how its `≈` is spoken, as far as there is a word in the page's language. */
  readonly estimate?: string | undefined;
  /** There when the price was converted: its amounts. */
  readonly converted?: { readonly price: Price; readonly former: Price | undefined };
}
