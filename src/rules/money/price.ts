/** A price as the owner wrote it: the digits after the point are the ones to show. */
export interface Price {
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly amount: number;
  readonly fractionDigits: number;
}

/** What an owner says about one price. */
export interface PriceTag {
  /** The first is the base, which the page is written in. */
  readonly prices: readonly Price[];
  /** Former prices. */
  readonly was?: readonly Price[];
  /** The ending of a converted price; without one the page's own holds. */
  readonly charm?: string | null;
}

/** A price in words. */
export interface ShownPrice {
  readonly text: string;
  readonly was?: string | undefined;
  /** There when the price was converted: how its `≈` is spoken, as far as there is a word in the page's language. */
  readonly estimate?: string | undefined;
}
