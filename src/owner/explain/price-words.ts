import { unusableIn } from '../../rules/money/by-place.ts';
import { withList } from '../../rules/money/price-book.ts';
import { reachedSlot } from '../../rules/money/threshold.ts';
import { isByPlace, type PriceTag, type ShownPrice } from '../../rules/money/price.ts';
import { findRemainder, textFor, type Traced, wasAsked } from '../trace-page.ts';
import { minusSentence, placeSentence, skuSentence } from '../advice/price-mistakes.ts';
import type { Facts } from '../../rules/facts.ts';
import { shorten } from './source.ts';
import type { Snapshot } from './snapshot.ts';
import { whyUnknown } from './why-unknown.ts';

/**
 * What a price list comes to for the visitor, and why. A list that cannot be used has no prices.
 *
 * @param shown what it comes to; undefined where the page stays as written.
 */
export function explainPrices(
  tag: PriceTag,
  shown: ShownPrice | undefined,
  traced: Traced<unknown>,
  snapshot: Snapshot,
): string {
  const { facts, source } = snapshot;
  const { sku, prices, was = [] } = tag;
  if (sku) {
    const found = withList({ sku, prices, was }, facts?.priceBook);
    return found
      ? `${sku}: ${explainPrices(found, shown, traced, snapshot)}`
      : `${facts?.priceBook?.has(sku) ? 'unusable-prices' : 'unknown-sku'}: ${skuSentence(sku, facts?.priceBook)}`;
  }
  const base = prices[0]?.currency;
  if (!base) return 'unusable-prices: write USD 49, EUR 45.50, JPY 6900';
  const namesPlaces = isByPlace({ prices, was });
  const unusable = unusableIn({ prices, was }, facts?.groups);
  if (unusable) return `unusable-prices: ${placeSentence(unusable, [...(facts?.groups?.keys() ?? [])])}`;
  if (namesPlaces && source === 'guess') return 'not replaced: the country is only guessed';
  const currency = facts?.record?.currencyCode?.toUpperCase();
  const listed = prices.find((price) => wasAsked(traced, price));
  if (namesPlaces && !listed) return `not replaced: ${whyUnknown('country', snapshot)}`;
  const place = listed && textFor(traced, listed).toUpperCase();
  if (!currency && !place) return `not replaced: ${whyUnknown('currency', snapshot)}`;
  /** Why none is there. */
  const former = (ofPlace: string) =>
    shown && !shown.was && was.length ? `; no former price shows, because was has no higher price ${ofPlace}` : '';
  if (listed && place) {
    const converted = shown?.estimate === undefined ? '' : `, converted from ${listed.currency} by your rates`;
    return `the list has a price for ${place}, where the visitor is${converted}${former(`for ${place} in ${listed.currency}`)}`;
  }
  const theirs = `${namesPlaces ? 'the visitor is in no place of the list, and ' : ''}the visitor's currency is ${currency}`;
  if (currency === base) {
    const shows = shown?.was ? '; its former price stands before it' : '';
    return `${theirs}, the currency of the page (the first in the list)${shows}`;
  }
  if (listed?.currency === currency)
    return `${theirs}, which is in the list${shown ? former(`in ${currency}`) : ', but the browser cannot format it'}`;
  return shown?.text
    ? `${theirs}, which is not in the list: converted from ${base} by your rates${former(`in ${base}`)}`
    : `${theirs}, which is not in the list, and there are no usable rates to convert ${base} with`;
}

/** Why a list is not used: a list is for its first price alone. */
export function otherPriceLine(
  text: string,
  { sku, prices = [] }: Partial<PriceTag>,
  facts: Facts | undefined,
): string {
  const [base] = withList({ sku, prices }, facts?.priceBook)?.prices ?? [];
  const first = base && `${base.currency} ${base.amount.toFixed(base.fractionDigits)}`;
  return `other-price: the text says "${shorten(text.trim())}", and the first price of its list is ${first}, so it stays as written for everybody`;
}

/** What is taken off the price for the visitor, or why nothing is. */
export function explainRemainder(tag: PriceTag, { facts }: Snapshot): string[] {
  const { minus } = tag;
  if (!minus || !facts) return [];
  const wrong = minusSentence(minus);
  if (wrong) return [`unusable-prices: ${wrong}`];
  const listed = withList(tag, facts.priceBook);
  const remainder = listed && findRemainder(listed, facts);
  if (!remainder) return [];
  const { price, taken, isConverted, left } = remainder;
  const [from, off] = [price, taken].map((one) => one && `${one.currency} ${one.amount.toFixed(one.fractionDigits)}`);
  if (isConverted) return [`nothing is taken off ${from}: your rates convert it, and minus is never converted`];
  if (!off)
    return [
      `nothing is taken off ${from}: minus="${minus}" has no amount in ${price.currency}, and is never converted`,
    ];
  if (left === 'nothing') return [`${off} taken off ${from} leaves nothing, so the slot "${reachedSlot}" shows`];
  return [left ? `${off} is taken off ${from}` : `${off} taken off ${from} has more digits than can be shown`];
}
