import { isAmount, isCurrency } from '../../rules/offer/offer.ts';
import { amountIn } from '../amount-in.ts';
import type { Money } from '../price-view.ts';
import type { FeedProduct } from './read-feed.ts';

/** A longer text is no price. */
const mostCharacters = 40;

/** Reads `149.00 USD`, as Merchant Center asks for it, and what other programs write: `USD 149`, `1.299,00 EUR`. */
export function parseFeedPrice(text: string): Money | undefined {
  if (text.length > mostCharacters) return undefined;
  const [, before, digits = '', after] =
    /^([A-Z]{3})?([\d.,]+)([A-Z]{3})?$/.exec(text.replace(/[\s'’]/g, '').toUpperCase()) ?? [];
  const [amount, currency = ''] = [amountIn(digits), before ?? after];
  const isOne = before === undefined || after === undefined;
  return isOne && isAmount(amount) && isCurrency(currency) ? { amount: Number(amount), currency } : undefined;
}

/** The text of the price that holds at a time: the sale price in its days, or always where it names none. */
export function priceTextAt({ price, salePrice, saleDates }: FeedProduct, now: number): string {
  if (salePrice === '') return price;
  const [start = '', end = ''] = saleDates.split('/').map((date) => date.trim());
  return now < Date.parse(start) || now > lastOf(end) ? price : salePrice;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The last millisecond of a time. A date without a time is a whole day. */
function lastOf(end: string): number {
  return Date.parse(end) + (/^\d{4}-\d\d-\d\d$/.test(end) ? dayMs - 1 : 0);
}
