import type { ValueRequest } from '../../../rules/markup/value-element.ts';
import type { ShownPrice } from '../../../rules/money/price.ts';
import { type Traced, wasAsked } from '../trace-page.ts';
import type { Snapshot } from './snapshot.ts';
import { whyUnknown } from './why-unknown.ts';

/**
 * What a price list comes to for the visitor, and why. A list that cannot be used has no prices.
 *
 * @param shown what it comes to; undefined where the page stays as written.
 */
export function explainPrices(
  { prices = [], was }: ValueRequest,
  shown: ShownPrice | undefined,
  traced: Traced<unknown>,
  snapshot: Snapshot,
): string {
  const base = prices[0]?.currency;
  if (!base) return 'unusable-prices: write USD 49, EUR 45.50, JPY 6900';
  const currency = snapshot.facts?.record?.currencyCode?.toUpperCase();
  if (!currency) return `not replaced: ${whyUnknown('currency', snapshot)}`;
  const theirs = `the visitor's currency is ${currency}`;
  if (currency === base) return `${theirs}, the currency of the page (the first in the list)`;
  const isListed = prices.some((price) => wasAsked(traced, price));
  const former =
    shown && !shown.was && was?.length
      ? `; no former price shows, because was has no higher price in ${isListed ? currency : base}`
      : '';
  if (isListed) return `${theirs}, which is in the list${shown ? former : ', but the browser cannot format it'}`;
  return shown
    ? `${theirs}, which is not in the list: converted from ${base} by your rates${former}`
    : `${theirs}, which is not in the list, and there are no usable rates to convert ${base} with`;
}
