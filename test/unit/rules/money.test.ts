import { describe, expect, it } from 'vitest';
import { choosePrice, formatPrice, parsePrices } from '../../../src/rules/money.ts';

describe('a price list', () => {
  it('keeps the digits after the point as they are written', () => {
    expect(parsePrices('USD 49, EUR 45.00,jpy 6900')).toEqual([
      { currency: 'USD', amount: 49, fractionDigits: 0 },
      { currency: 'EUR', amount: 45, fractionDigits: 2 },
      { currency: 'JPY', amount: 6900, fractionDigits: 0 },
    ]);
  });

  it.each(['', 'USD', '49', '49 USD', 'USD 1.234,56', 'USD 1,000', 'USD -1', 'USD +1', 'USD 1e3', 'USD Infinity', 'USD NaN', 'USD 0x10', 'USD 1.', 'USD .5', 'US$ 1', 'EURO 1', 'USD 1,', 'USD 1; EUR 2', 'USD 1 EUR 2', `USD ${'9'.repeat(16)}`, 'USD 1.1234567', 'USD １'])('%j is none: half a list may show a wrong price', (text) => {
    expect(parsePrices(text)).toBeUndefined();
  });

  it.each(['USD 0', 'USD 0.10', ' usd  1 ', `USD ${'9'.repeat(15)}`, 'USD 1.123456'])('%j is one', (text) => {
    expect(parsePrices(text)).toHaveLength(1);
  });
});

describe('the price for a visitor', () => {
  const prices = parsePrices('USD 49, EUR 45, JPY 6900') ?? [];
  const chosen = (currency: string | undefined) => choosePrice(prices, currency)?.currency;

  it('is the owner’s own, in any case', () => {
    expect(chosen('EUR')).toBe('EUR');
    expect(chosen('jpy')).toBe('JPY');
  });

  it.each(['USD', 'usd', 'GBP', 'US$', 'EURO', '', 'XXX', undefined])('stays as written for %s: the base, or not in the list', (currency) => {
    expect(chosen(currency)).toBeUndefined();
  });

  it('stays as written with an empty list', () => {
    expect(choosePrice([], undefined)).toBeUndefined();
  });
});

describe('a formatted price', () => {
  const format = (price: string, locale: string) => formatPrice((parsePrices(price) ?? [])[0] ?? { currency: '', amount: 0, fractionDigits: 0 }, locale)?.replaceAll(/[\u00A0\u202F]/g, ' ');

  it.each([
    ['EUR 45', 'en-US', '€45'],
    ['EUR 45.00', 'en-US', '€45.00'],
    ['EUR 1234.5', 'de-DE', '1.234,5 €'],
    ['JPY 6900', 'ja-JP', '￥6,900'],
    ['JPY 6900.00', 'en', '¥6,900.00'],
    ['KWD 1.250', 'en', 'KWD 1.250'],
    ['EGP 10', 'ar-EG', '‏10 ج.م.‏'],
    ['INR 100000', 'hi-IN', '₹1,00,000'],
  ])('%s in %s is %s', (price, locale, expected) => {
    expect(format(price, locale)).toBe(expected);
  });

  it.each([
    ['US$', 'en'],
    ['', 'en'],
    ['EUR', 'en_US'],
    ['EUR', '*'],
    ['EUR', ''],
  ])('%s in %s is nothing, and nothing is thrown', (currency, locale) => {
    expect(formatPrice({ currency, amount: 1, fractionDigits: 0 }, locale)).toBeUndefined();
  });
});
