import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { showPriceElement } from '../../../src/rules/markup/value-element.ts';
import { showFromBook } from '../../../src/rules/money/price-book.ts';
import { type DecidedPrice, decidePrice } from '../../../src/rules/money/decide-price.ts';
import { aroundPrice } from '../../../src/rules/money/written-price.ts';
import { formatPrice, parsePrices, showPrice } from '../../../src/rules/money/money.ts';
import type { Price } from '../../../src/rules/money/price.ts';

const write = ({ currency, amount, fractionDigits }: Price) => `${currency} ${amount.toFixed(fractionDigits)}`;

/** `EUR 139, was EUR 159, written`. */
function words(decided: DecidedPrice | undefined): string | undefined {
  if (!decided) return undefined;
  const { price, former, isEstimate, isWritten } = decided;
  return [write(price), former && `was ${write(former)}`, isEstimate && 'estimate', isWritten && 'written']
    .filter(Boolean)
    .join(', ');
}

const tagOf = (prices: string, was = '') => ({
  prices: parsePrices(prices) ?? [],
  was: was ? (parsePrices(was) ?? []) : [],
});
const decide = (prices: string, was: string, record: VisitorRecord | undefined, more: Partial<Facts> = {}) =>
  words(decidePrice({ answer }, tagOf(prices, was), { record, page: {}, ...more }));

const lyon = { countryCode: 'FR', currencyCode: 'EUR' };
const osaka = { countryCode: 'JP', currencyCode: 'JPY' };
/** One dollar is 150 yen. */
const estimate: Facts['estimate'] = ({ prices: [base], was = [] }, currency) => {
  const convert = (one: Price | undefined) =>
    one && { currency, amount: one.amount * 150, fractionDigits: 0, places: undefined };
  const price = convert(base);
  return price && { text: '≈', estimate: 'about', converted: { price, former: convert(was[0]) } };
};

describe('the price that a list comes to', () => {
  it.each([
    ['USD 149, EUR 139.00', '', lyon, 'EUR 139.00'],
    ['USD 149, EUR 139', 'USD 199, EUR 159', lyon, 'EUR 139, was EUR 159'],
    ['USD 149, EUR 139', 'EUR 130', lyon, 'EUR 139'],
    ['USD 149, EUR 139', 'USD 199', osaka, 'USD 149, was USD 199, written'],
    ['USD 149, EUR 139', 'USD 199', undefined, 'USD 149, was USD 199, written'],
    ['USD 149, EUR 139', '', {}, 'USD 149, written'],
    ['EUR 139, USD 149', '', lyon, 'EUR 139, written'],
    ['USD 149, FR: EUR 129, EUR 139', 'FR: EUR 135, EUR 159', lyon, 'EUR 129, was EUR 135'],
    ['USD 149, FR: EUR 129', '', { currencyCode: 'EUR' }, 'USD 149, written'],
    ['USD 149, FR: EUR 129', 'USD 199', undefined, 'USD 149, was USD 199, written'],
    ['USD 149, FR: USD 99', 'USD 199', lyon, 'USD 99'],
  ])('of %s, was %s, for %j is %s', (prices, was, record, expected) => {
    expect(decide(prices, was, record)).toBe(expected);
  });

  it.each(['', 'USD', 'FR: EUR 139', 'USD 149, XY: EUR 1', 'USD 149, FR: EUR 1, FR: EUR 2'])(
    'of a list that cannot be used (%s) is none',
    (prices) => expect(decide(prices, '', lyon)).toBeUndefined(),
  );

  it('is converted with rates, and the listed one without', () => {
    expect(decide('USD 149', 'USD 199', osaka, { estimate })).toBe('JPY 22350, was JPY 29850, estimate');
    expect(decide('USD 149', 'USD 199', osaka)).toBe('USD 149, was USD 199, written');
    expect(decide('USD 149, FR: USD 99', '', osaka, { estimate })).toBe('JPY 22350, estimate');
    expect(decide('USD 149, JP: USD 99', '', osaka, { estimate }), 'a price for their place').toBe('USD 99');
    const chooser = { ...lyon, currencyCode: 'JPY' };
    expect(decide('USD 149, FR: USD 99', 'FR: USD 109', chooser, { estimate, choseCurrency: true })).toBe(
      'JPY 14850, was JPY 16350, estimate',
    );
  });
});

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'INR');
const price = fc.tuple(currency, fc.integer({ min: 1, max: 9 })).map((one) => one.join(' '));
const entry = fc
  .tuple(fc.constantFrom('', '', '', 'FR: ', 'JP IN: ', 'eu: ', 'US-CA: '), price)
  .map((one) => one.join(''));
const list = fc.tuple(price, fc.array(entry, { maxLength: 5 })).map(([first, rest]) => [first, ...rest].join(', '));
const visitor = fc.record(
  {
    countryCode: fc.constantFrom('FR', 'JP', 'IN', 'US'),
    stateCode: fc.constantFrom('CA', 'NY'),
    isEU: fc.boolean(),
    currencyCode: fc.constantFrom('USD', 'EUR', 'JPY', 'INR', 'CHF'),
  },
  { requiredKeys: [] },
);

it('is the one that an element shows, on 5,000 random lists and visitors', () => {
  fc.assert(
    fc.property(
      list,
      fc.option(list, { nil: '' }),
      visitor,
      fc.boolean(),
      fc.boolean(),
      (prices, was, record, hasRates, chose) => {
        const tag = tagOf(prices, was);
        const facts: Facts = {
          record,
          page: {},
          choseCurrency: chose && record.currencyCode !== undefined,
          showByPlace: (...asked) => showFromBook({ answer, formatPrice, showPrice }, ...asked),
          estimate: hasRates ? estimate : undefined,
        };
        const shown = showPriceElement({ showPrice, formatPrice, aroundPrice }, { tag, text: '' }, facts, 'en');
        const decided = decidePrice({ answer }, tag, facts, 'en');
        const text = (one: Price | undefined) => one && formatPrice(one, 'en', tag.prices[0]?.currency ?? '', facts);
        if (shown?.text === '≈')
          expect(decided).toMatchObject({ ...shown.converted, isEstimate: true, isWritten: false });
        else if (shown?.text)
          expect([text(decided?.price), text(decided?.former), decided?.isWritten]).toEqual([
            shown.text,
            shown.was,
            false,
          ]);
        // As written, also where the former price shows in front of it.
        else expect(decided?.isWritten ?? true).toBe(true);
        if (shown?.was && !shown.text) expect(text(decided?.former)).toBe(shown.was);
      },
    ),
    { seed: 28, numRuns: 5000 },
  );
});
