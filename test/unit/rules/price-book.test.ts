import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { formatPrice, parsePrices, parsePriceTag, showPrice } from '../../../src/rules/money/money.ts';
import { parsePriceBook, showFromBook, withList } from '../../../src/rules/money/price-book.ts';
import type { PriceTag } from '../../../src/rules/money/price.ts';

const lists = {
  asterisk: 'USD 149, EUR 139, IN: USD 99',
  obelisk: { prices: 'USD 49, EUR 45', was: 'USD 59, EUR 55' },
};
const book = parsePriceBook(lists);

describe('a price book', () => {
  it('has lists by name, with their former prices', () => {
    expect(withList({ sku: 'asterisk', prices: [] }, book)?.prices).toEqual(parsePrices(lists.asterisk));
    expect(withList({ sku: 'obelisk', prices: [], was: [] }, book)).toEqual({
      sku: undefined,
      prices: parsePrices('USD 49, EUR 45'),
      was: parsePrices('USD 59, EUR 55'),
    });
  });

  it('gives a former price that stands beside the name before its own, and none where none can show', () => {
    const was = parsePrices('USD 60') ?? [];
    expect(withList({ sku: 'obelisk', prices: [], was }, book)?.was).toBe(was);
    expect(withList({ sku: 'obelisk', prices: [] }, book)?.was).toBeUndefined();
  });

  it.each(['Asterisk', 'toString', '__proto__', 'constructor', 'asterisk '])('has no list called %s', (sku) => {
    expect(withList({ sku, prices: [] }, book)).toBeUndefined();
  });

  it('has the name __proto__ where the file has it', () => {
    const odd = parsePriceBook(JSON.parse('{ "__proto__": "USD 1" }'));
    expect(odd?.find('__proto__')?.prices).toEqual(parsePrices('USD 1'));
  });

  const oddTexts = ['', ' ', 'USD', '$49', 'USD 49,,'];
  const oddObjects = [
    {},
    { prices: '' },
    { prices: 49 },
    { prices: 'USD 49', was: 'x' },
    { prices: 'USD 49', was: 59 },
  ];
  it.each([...oddTexts, 42, null, true, [], ['USD 49'], ...oddObjects, { was: 'USD 59' }])(
    'cannot use the list %j',
    (list) => {
      const odd = parsePriceBook({ odd: list, asterisk: lists.asterisk });
      expect(odd?.has('odd')).toBe(true);
      expect(odd?.find('odd')).toBeUndefined();
      expect(odd?.find('asterisk')).toBeDefined();
    },
  );

  it.each([undefined, null, '', '/prices.json', 1, true, [], ['USD 49']])('is not made of %j', (value) => {
    expect(parsePriceBook(value)).toBeUndefined();
  });

  it('is read in time that grows with what is asked for', () => {
    const many = parsePriceBook(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`sku-${index}`, '$'])),
    );
    expect(many?.names).toHaveLength(100_000);
    expect(many?.find('sku-99999')).toBeUndefined();
  });
});

describe('the name of a list', () => {
  it.each(['sku: asterisk', 'sku:asterisk', ' SKU:  asterisk', 'sku: asterisk\n '])('is read from %j', (text) => {
    expect(parsePriceTag(text)).toEqual({ sku: 'asterisk', prices: [] });
  });

  it.each(['sku:', 'sku: ', 'sku asterisk', 'asterisk'])('is not read from %j', (text) => {
    expect(parsePriceTag(text)).toBeUndefined();
  });
});

describe('a price from the book', () => {
  const rules = { answer, formatPrice, showPrice };
  const factsOf = (countryCode: string, currencyCode: string) => ({ record: { countryCode, currencyCode }, page: {} });
  const shown = (tag: Partial<PriceTag>, countryCode: string, currencyCode: string) =>
    showFromBook(rules, { prices: [], ...tag }, { ...factsOf(countryCode, currencyCode), priceBook: book }, 'en');

  it('is the one that its list would show', () => {
    const base = { currency: 'USD', amount: 149 };
    expect(shown({ sku: 'asterisk' }, 'IN', 'INR')).toMatchObject({ text: '$99', base });
    expect(shown({ sku: 'asterisk' }, 'FR', 'EUR')).toMatchObject({ text: '€139' });
    expect(shown({ sku: 'obelisk', was: [] }, 'FR', 'EUR')).toMatchObject({ text: '€45', was: '€55' });
    expect(shown({ sku: 'obelisk', was: [] }, 'US', 'USD')).toMatchObject({ text: '', was: '$59' });
  });

  it('is not there for the page’s own price, another name, and without a book', () => {
    expect(shown({ sku: 'asterisk' }, 'US', 'USD')).toBeUndefined();
    expect(shown({ sku: 'menhir' }, 'IN', 'INR')).toBeUndefined();
    expect(showFromBook(rules, { sku: 'asterisk', prices: [] }, factsOf('IN', 'INR'), 'en')).toBeUndefined();
  });
});
