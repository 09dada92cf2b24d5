import { formatPrice, showPrice } from '../../../rules/money/money.ts';
import type { PriceTag } from '../../../rules/money/price.ts';
import { whyUnknown } from './why-unknown.ts';
import { type Known, withoutLacks } from './known.ts';

/** What a price list comes to for the visitor, and why. A list that cannot be used has no prices. */
export function explainPrices(
  tag: PriceTag,
  locale: string,
  known: Known,
): { readonly text: string | undefined; readonly line: string } {
  const { prices, was } = tag;
  const base = prices[0];
  if (!base) return { text: undefined, line: 'unusable-prices: write USD 49, EUR 45.50, JPY 6900' };
  const { facts } = known;
  const currency = facts?.record?.currencyCode?.toUpperCase();
  if (!facts || !currency) return { text: undefined, line: `not replaced: ${whyUnknown('currency', known)}` };
  if (currency === base.currency)
    return {
      text: undefined,
      line: `the visitor's currency is ${currency}, the currency of the page (the first in the list)`,
    };
  const listed = prices.find((price) => price.currency === currency);
  const shown = showPrice(tag, withoutLacks(facts), locale);
  const text = shown?.text;
  const former =
    shown && !shown.was && was?.length
      ? `; no former price shows, because was has no higher price in ${listed ? currency : base.currency}`
      : '';
  if (listed) {
    const isUnformatted = text === undefined && !formatPrice(listed, locale, base.currency, facts);
    const note = isUnformatted ? ', but the browser cannot format it' : former;
    return { text, line: `the visitor's currency is ${currency}, which is in the list${note}` };
  }
  if (text !== undefined)
    return {
      text,
      line: `the visitor's currency is ${currency}, which is not in the list: converted from ${base.currency} by your rates${former}`,
    };
  return {
    text,
    line: `the visitor's currency is ${currency}, which is not in the list, and there are no usable rates to convert ${base.currency} with`,
  };
}
