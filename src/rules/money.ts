import type { Facts } from './facts.ts';
import { platformText } from './platform-text.ts';
import type { Price, PriceTag, ShownPrice } from './price.ts';
import { memoize } from './memoize.ts';

/**
 * Reads a price list such as `USD 49, EUR 45.00, JPY 6900`: amounts are plain decimals with a point.
 *
 * @returns undefined when anything in it is no price, since a list that is half read may show a wrong one.
 * An amount of more than 15 digits is none: a double may hold another one, and that would be shown.
 */
export function parsePrices(text: string): readonly Price[] | undefined {
  const prices: Price[] = [];
  for (const entry of text.split(',')) {
    const [, currency, amount, fraction = ''] =
      /^\s*([a-z]{3})\s+(?!(?:\d\.?){16})(\d+(?:\.(\d{1,6}))?)\s*$/i.exec(entry) ?? [];
    if (!currency || !amount) return undefined;
    prices.push({ currency: currency.toUpperCase(), amount: Number(amount), fractionDigits: fraction.length });
  }
  return prices;
}

/**
 * The price for a visitor: the owner's own in their currency, else a converted one. The former price comes from where the
 * price comes from, and is higher, or it is not shown.
 *
 * @returns undefined where the page stays as written: nothing is known, or it is written in the visitor's currency.
 */
export function showPrice(tag: PriceTag, facts: Facts, locale: string): ShownPrice | undefined {
  const { prices, was = [] } = tag;
  const currency = facts.record?.currencyCode?.toUpperCase();
  const base = prices[0]?.currency;
  if (!base || !currency || currency === base) return undefined;
  const own = (price: Price) => price.currency === currency;
  const listed = prices.find(own);
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
  return isForeign || text === write(base, locale, 'narrowSymbol') ? 'code' : 'symbol';
});

/**
 * Formats a price in the language of the page. Fraction digits are always given, because engines disagree about a
 * currency's own (https://github.com/tc39/ecma402/issues/134), and digits are Latin, as the owner wrote them.
 *
 * A bare symbol gives way to the code where the page's base has the same one, or where the visitor's own place does not
 * write it bare: `$49` is no price in US dollars for a Canadian.
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
