import type { Facts } from '../facts.ts';
import { platformText } from '../text/platform-text.ts';
import { isByPlace, type Price, type PriceTag, type ShownPrice } from './price.ts';
import { memoize } from '../memoize.ts';

/**
 * Reads a price list such as `USD 49, EUR 45.00, IN: USD 19`: amounts are plain decimals with a point, and a comma may
 * end it. Places are only kept: `by-place.ts` reads them.
 *
 * @returns undefined if any entry is not a price: half of a list could show a wrong one. An amount of more than 15
 *   digits is not a price, because a double may not hold it exactly.
 */
export function parsePrices(text: string): readonly Price[] | undefined {
  const prices: Price[] = [];
  for (const entry of text.split(/,(?!\s*$)/)) {
    const [, places, currency, amount, fraction = ''] =
      /^(?:([^:]+):(?=\s))?\s*([a-z]{3})\s+(?!(?:\d\.?){16})(\d+(?:\.(\d{1,6}))?)[\s,]*$/i.exec(entry) ?? [];
    if (!currency || !amount) return undefined;
    prices.push({ places, currency: currency.toUpperCase(), amount: Number(amount), fractionDigits: fraction.length });
  }
  return prices;
}

/** Reads a price list, or the name of one in the price book: `sku: asterisk`. */
export function parsePriceTag(text: string): PriceTag | undefined {
  const sku = /^sku:\s*(.*)/i.exec(text.trim())?.[1];
  const prices = sku ? [] : parsePrices(text);
  return prices && { sku, prices };
}

/** Whether a text is one price of such a list. */
export function isPrice(text: string): boolean {
  return parsePrices(text)?.length === 1;
}

/**
 * The price for a visitor: the owner's own in the visitor's currency, or else a converted one. That one has its former
 * price, as has one of a list by place. For a listed price `former-price.ts` adds it.
 *
 * @returns undefined if the page stays as written: the currency is not known, or the page is written in it.
 */
export function showPrice(tag: PriceTag, facts: Facts, locale: string): ShownPrice | undefined {
  const { prices } = tag;
  if (isByPlace(tag)) return facts.showByPlace?.(tag, facts, locale);
  const currency = facts.record?.currencyCode?.toUpperCase();
  const [base] = prices;
  const listed = prices.find((price) => price.currency === currency);
  if (!base || !currency || listed === base) return undefined;
  facts.traceStep?.(listed);
  if (!listed) return facts.estimate?.(tag, currency, facts, locale);
  const text = formatPrice(listed, locale, base.currency, facts);
  return text === undefined ? text : { text };
}

type CurrencyDisplay = 'symbol' | 'narrowSymbol' | 'code' | 'name';

export const formatterOf = memoize(
  (locale: string, currency: string, currencyDisplay: CurrencyDisplay, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: digits,
      numberingSystem: 'latn',
    }),
);

const needsCode = memoize((currency: string, locale: string, base: string, home: string): boolean => {
  const write = (shown: string, place: string, display: CurrencyDisplay) =>
    formatterOf(place, shown, display, 0)?.format(1);
  const isBare = (place: string) => write(currency, place, 'symbol') === write(currency, place, 'narrowSymbol');
  const text = write(currency, locale, 'symbol') ?? '';
  const isForeign = isBare(locale) ? !isBare(home) : isBare(home) && /^[a-z\d\s.]+$/i.test(text);
  return currency !== base && ((home !== '' && isForeign) || text === write(base, locale, 'narrowSymbol'));
});

/**
 * Formats a price in the language of the page. Fraction digits are always given, because engines disagree about a
 * currency's own (https://github.com/tc39/ecma402/issues/134), and digits are Latin, as the owner wrote them.
 *
 * Shows the code in place of a bare symbol (`$`) if the page's base currency has the same symbol, or if the visitor's
 * own language does not write this currency with a bare symbol: for a Canadian, `$49` is not in US dollars. So it does
 * for letters where the visitor's own language has a symbol: Indonesian writes ₹ as `Rs`, beside `Rp`. The base
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
    formatterOf(locale, currency, needsCode(currency, locale, base, home) ? 'code' : 'symbol', fractionDigits)?.format(
      amount,
    ),
  );
}
