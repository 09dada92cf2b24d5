import type { Facts } from '../facts.ts';
import { platformText } from '../text/platform-text.ts';
import { isByPlace, type Price, type PriceTag, type ShownPrice } from './price.ts';
import { memoize } from '../memoize.ts';

/**
 * Reads a price list such as `USD 49, EUR 45.00, IN: USD 19`: amounts are plain decimals with a point. Places are only
 * kept: `by-place.ts` reads them.
 *
 * @returns undefined if any entry is not a price: half of a list could show a wrong one. An amount of more than 15
 *   digits is not a price, because a double may not hold it exactly.
 */
export function parsePrices(text: string): readonly Price[] | undefined {
  const prices: Price[] = [];
  for (const entry of text.split(',')) {
    const [, places, currency, amount, fraction = ''] =
      /^(?:([^:]+):(?=\s))?\s*([a-z]{3})\s+(?!(?:\d\.?){16})(\d+(?:\.(\d{1,6}))?)\s*$/i.exec(entry) ?? [];
    if (!currency || !amount) return undefined;
    prices.push({ places, currency: currency.toUpperCase(), amount: Number(amount), fractionDigits: fraction.length });
  }
  return prices;
}

/** Whether a text is one price of such a list. */
export function isPrice(text: string): boolean {
  return parsePrices(text)?.length === 1;
}

/**
 * The price for a visitor: the owner's own in the visitor's currency, or else a converted one. A former price comes
 * from the same source as the price, and is shown only if it is higher.
 *
 * @returns undefined if the page stays as written: the currency is not known, or the page is written in it.
 */
export function showPrice(tag: PriceTag, facts: Facts, locale: string): ShownPrice | undefined {
  const { prices, was = [] } = tag;
  if (isByPlace(tag)) return facts.showByPlace?.(tag, facts, locale);
  const currency = facts.record?.currencyCode?.toUpperCase();
  const base = prices[0]?.currency;
  if (!base || !currency || currency === base) return undefined;
  const own = (price: Price) => price.currency === currency;
  const listed = prices.find(own);
  facts.traceStep?.(listed);
  if (!listed) return facts.estimate?.(tag, currency, facts, locale);
  const former = was.find((price) => own(price) && price.amount > listed.amount);
  const text = formatPrice(listed, locale, base, facts);
  return text === undefined ? text : { text, was: former && formatPrice(former, locale, base, facts) };
}

type CurrencyDisplay = 'symbol' | 'code';

const formatterOf = memoize(
  (locale: string, currency: string, currencyDisplay: CurrencyDisplay | 'narrowSymbol', digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      numberingSystem: 'latn',
    }),
);

const displayOf = memoize((currency: string, locale: string, base: string, home: string): CurrencyDisplay => {
  const write = (shown: string, place: string, display: CurrencyDisplay | 'narrowSymbol') =>
    formatterOf(place, shown, display, 0)?.format(1);
  const text = write(currency, locale, 'symbol');
  const isBare = text === write(currency, locale, 'narrowSymbol');
  const isForeign = isBare && home && write(currency, home, 'symbol') !== write(currency, home, 'narrowSymbol');
  return currency !== base && (isForeign || text === write(base, locale, 'narrowSymbol')) ? 'code' : 'symbol';
});

/**
 * Formats a price in the language of the page. Fraction digits are always given, because engines disagree about a
 * currency's own (https://github.com/tc39/ecma402/issues/134), and digits are Latin, as the owner wrote them.
 *
 * Shows the code in place of a bare symbol (`$`) if the page's base currency has the same symbol, or if the visitor's
 * own language does not write this currency with a bare symbol: for a Canadian, `$49` is not in US dollars. The base
 * currency itself never has its code: the price beside it, which the owner wrote, has none.
 */
export function formatPrice(
  { currency, amount, fractionDigits }: Price,
  locale: string,
  base: string,
  facts: Facts,
): string | undefined {
  const home = facts.record?.language ?? '';
  return platformText([currency, amount, fractionDigits, locale, base, home], facts, () =>
    formatterOf(locale, currency, displayOf(currency, locale, base, home) ?? 'symbol', fractionDigits)?.format(amount),
  );
}
