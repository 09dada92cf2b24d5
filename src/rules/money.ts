/** A price as the owner wrote it: the digits after the point are the ones to show. */
export interface Price {
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly amount: number;
  readonly fractionDigits: number;
}

/**
 * Reads a price list such as `USD 49, EUR 45.00, JPY 6900`: amounts are plain decimals with a point.
 *
 * @returns undefined when anything in it is no price, since a list that is half read may show a wrong one.
 */
export function parsePrices(text: string): readonly Price[] | undefined {
  const prices: Price[] = [];
  for (const entry of text.split(',')) {
    const [, currency, amount, fraction = ''] = /^\s*([a-z]{3})\s+(\d{1,15}(?:\.(\d{1,6}))?)\s*$/i.exec(entry) ?? [];
    if (!currency || !amount) return undefined;
    prices.push({ currency: currency.toUpperCase(), amount: Number(amount), fractionDigits: fraction.length });
  }
  return prices;
}

/**
 * The price for a visitor's currency: the owner's own, where the list has one.
 *
 * @returns undefined where the page stays as written: the currency is unknown, not listed, or the first of the list,
 *   which is the one the page is written in.
 */
export function choosePrice(prices: readonly Price[], currency: string | undefined): Price | undefined {
  const listed = prices.find((price) => price.currency === currency?.toUpperCase());
  return listed === prices[0] ? undefined : listed;
}

/**
 * Formats a price in the language of the page. Fraction digits are always given, because engines disagree about a
 * currency's own (https://github.com/tc39/ecma402/issues/134), and digits are Latin, as the owner wrote them.
 */
export function formatPrice({ currency, amount, fractionDigits }: Price, locale: string): string | undefined {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
      numberingSystem: 'latn',
    }).format(amount);
  } catch {
    return undefined;
  }
}
