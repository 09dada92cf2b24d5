import type { Estimate, Facts } from '../facts.ts';
import { childrenIn } from '../markup/parts.ts';
import { override, type Plan, restore } from '../markup/plan.ts';
import type { MarkupReader } from '../markup/reader.ts';
import { keepsHidden } from '../markup/visibility.ts';
import type { PriceRules } from './by-place.ts';
import type { decidePrice } from './decide-price.ts';
import type { parsePrices } from './money.ts';
import { isByPlace, type Price, type PriceTag, type ShownPrice } from './price.ts';

/** What is left of a price, such as of the amount from which delivery is free: `prices="USD 75, EUR 60" minus="USD 40"`. */

/** The slot of a `<geo-currency>` for what shows once nothing is left. */
export const reachedSlot = 'reached';

/** A double holds so many digits exactly. */
const mostUnits = 10n ** 15n;

/** Enough for most currencies: `USD 40.5`, as a script writes it, is $40.50. */
const usualDigits = 2;

/** What taking off builds on. The page's lazy file gets it from `geolet.js` and from the file of prices. */
export interface ThresholdRules extends PriceRules {
  readonly parsePrices: typeof parsePrices;
  readonly decidePrice: typeof decidePrice;
}

/** What a price comes to once an amount is taken off. */
export interface Remainder {
  /** The price that shows for the visitor, from which it is taken. */
  readonly price: Price;
  /** The amount in the currency of that price. Undefined where there is none, and where the price is converted. */
  readonly taken: Price | undefined;
  readonly isConverted: boolean;
  /** Undefined without an amount, and for more digits than can be shown. */
  readonly left: Price | 'nothing' | undefined;
}

/**
 * Reads what is taken off: amounts for everybody, one for each currency.
 *
 * @returns undefined for anything else.
 */
export function parseMinus(rules: Pick<ThresholdRules, 'parsePrices'>, text: string): readonly Price[] | undefined {
  const amounts = rules.parsePrices(text);
  const currencies = new Set(amounts?.map(({ currency }) => currency));
  return amounts?.length === currencies.size && !amounts.some(({ places }) => places) ? amounts : undefined;
}

/**
 * Takes the amount off that is in the currency of the price that shows. Nothing is converted: a cart in dollars says
 * nothing about an amount in euros. Where rates would convert the price, nothing is taken off it.
 *
 * @returns undefined for a list that cannot be used, and where the page stays as written, since nobody knows the visitor.
 */
export function decideRemainder(
  rules: Omit<ThresholdRules, 'formatPrice'>,
  tag: PriceTag,
  facts: Facts,
): Remainder | undefined {
  const amounts = parseMinus(rules, tag.minus ?? '');
  let isOfAnotherCurrency = false;
  const estimate: Estimate = () => {
    isOfAnotherCurrency = true;
    return undefined;
  };
  const price = rules.decidePrice(rules, tag, { ...facts, estimate })?.price;
  if (!amounts || !price || !isDecided(tag, price, facts)) return undefined;
  const isConverted = isOfAnotherCurrency && !!facts.hasRates?.();
  const taken = isConverted ? undefined : amounts.find(({ currency }) => currency === price.currency);
  return { price, taken, isConverted, left: taken && subtract(price, taken) };
}

/** Whether the price is that of the visitor, and not only the one that the page is written with. */
function isDecided(tag: PriceTag, { currency }: Price, { record, choseCurrency }: Facts): boolean {
  const { countryCode, currencyCode } = record ?? {};
  if (!isByPlace(tag)) return !!currencyCode;
  return !!countryCode || (!!choseCurrency && currency === currencyCode?.toUpperCase());
}

/** Shows what is left for a visitor. @returns undefined where the children show. */
export function showRemainder(
  rules: ThresholdRules,
  tag: PriceTag,
  facts: Facts,
  locale: string,
): ShownPrice | undefined {
  const remainder = decideRemainder(rules, tag, facts);
  if (!remainder?.left) return undefined;
  const { left, price } = remainder;
  if (left === 'nothing') return { text: '', isReached: true };
  // A cart changes often: its amounts would push out the texts of prices, which the next page needs.
  const unkept = { ...facts, platformTexts: undefined };
  const text = rules.formatPrice(left, locale, tag.prices[0]?.currency ?? price.currency, unkept);
  return text === undefined ? text : { text };
}

/**
 * In whole units, since 75.3 - 40.2 is not 35.1 in a double. Written with the digits of the price: with more only where
 * these do not say it all.
 */
function subtract(price: Price, taken: Price): Remainder['left'] {
  const digits = Math.max(price.fractionDigits, taken.fractionDigits);
  const units = unitsOf(price, digits) - unitsOf(taken, digits);
  if (units <= 0n) return 'nothing';
  if (units >= mostUnits) return undefined;
  let needed = digits;
  while (needed > price.fractionDigits && units % 10n ** BigInt(digits - needed + 1) === 0n) needed--;
  const fractionDigits = needed > price.fractionDigits ? Math.max(needed, usualDigits) : price.fractionDigits;
  return { currency: price.currency, amount: Number(units) / 10 ** digits, fractionDigits };
}

function unitsOf({ amount, fractionDigits }: Price, digits: number): bigint {
  return BigInt(amount.toFixed(fractionDigits).replace('.', '')) * 10n ** BigInt(digits - fractionDigits);
}

/** Plans that what the owner put into the slot loses its `hidden` while it shows. */
export function planReached<Node>(reader: MarkupReader<Node>, host: Node, isReached: boolean): Plan<Node> {
  return childrenIn(reader, host, reachedSlot)
    .filter((child) => !keepsHidden(reader, child))
    .flatMap((child) => (isReached ? override(reader, child, 'hidden', null) : restore(reader, child, 'hidden')));
}
