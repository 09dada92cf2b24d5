import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies } from '../../../src/record/countries.ts';
import { areCurrent, convert, isCurrency, parseRates, rateOf } from '../../../src/rules/money/conversion.ts';

const written = { base: 'EUR', date: '2026-11-20', rates: { USD: 1.08, JPY: 163.2, EUR: 7 } };
const noon = Date.parse('2026-11-21T12:00:00Z');
/** At a rate of the base itself. */
const at = (factor: number) => ({ factor, divisor: 1 });
const usd = (amount: number) => ({ currency: 'USD', amount, fractionDigits: 0 });

describe('rates', () => {
  it('are a base, a date and rates', () => {
    expect(parseRates(written)).toEqual({ ...written, time: Date.parse('2026-11-20') });
    expect(parseRates({ ...written, base: 'eur', date: '2026-11-20T16:00:00Z' })?.base).toBe('EUR');
  });

  it.each([
    null,
    'x',
    [],
    {},
    ...[1, undefined].map((base) => ({ ...written, base })),
    ...[undefined, 'soon', 20_261_120, '2026-02-30', '2026-04-31T16:00:00Z', '2026-02-29'].map((date) => ({
      ...written,
      date,
    })),
    ...[null, 'USD'].map((rates) => ({ ...written, rates })),
  ])('%j are none', (value) => expect(parseRates(value)).toBeUndefined());

  it.each([
    [noon, 7, true],
    [Date.parse('2026-11-27T00:00:00Z'), 7, true],
    [Date.parse('2026-11-27T00:00:01Z'), 7, false],
    [Date.parse('2026-11-20T00:00:00Z'), 0, true],
    [noon, 1, false],
    [noon, Infinity, true],
    [Date.parse('2026-11-18T12:00:00Z'), 7, true],
    [Date.parse('2026-11-17T00:00:00Z'), 7, false],
    [0, 7, false],
  ])('at %d with at most %d days: %s', (now, days, expected) => {
    const rates = parseRates(written);
    expect(rates && areCurrent(rates, now, days)).toBe(expected);
  });

  it.each([
    ['USD', 1.08],
    ['JPY', 163.2],
    ['EUR', 1],
    ['GBP', undefined],
    ['usd', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('of %s: %s', (currency, expected) => {
    const rates = parseRates(written);
    expect(rates && rateOf(rates, currency)).toBe(expected);
  });

  it.each([0, -1, NaN, Infinity, JSON.parse('1e400'), '1,2', '1.2', null, undefined, true, {}, [1.2]])(
    '%j is no rate',
    (rate) => {
      const rates = parseRates({ ...written, rates: { USD: rate } });
      expect(rates && rateOf(rates, 'USD')).toBeUndefined();
    },
  );
});

describe('a converted price', () => {
  it('has the digits of its currency', () => {
    expect(convert(usd(49), 'JPY', at(151.1))).toEqual({ currency: 'JPY', amount: 7404, fractionDigits: 0 });
    for (const [code, { digits }] of Object.entries(currencies))
      expect(convert(usd(49), code, at(1))?.fractionDigits, code).toBe(digits);
  });

  it.each([
    [49, 1e300],
    [49, 1e-300],
    [0, 1],
    [0.001, 1],
    [1e15, 1],
    [49, 5e-324],
    [49, Number.MAX_VALUE],
  ])('%d at %d is none: it could not be read, or would read as nothing', (amount, rate) => {
    expect(convert(usd(amount), 'EUR', at(rate))).toBeUndefined();
  });
});

describe('a half of the last digit', () => {
  it.each([
    // In doubles each of these products is a little less than the half.
    [1.15, 1.5, 1, 'EUR', 1.73],
    [8.7, 1.15, 1, 'EUR', 10.01],
    [1.005, 1, 1, 'EUR', 1.01],
    [35, 1.1, 1, 'JPY', 39],
    [2.5, 0.25, 100, 'EUR', 0.01],
    [1, 1e-7, 2e-5, 'EUR', 0.01],
    // A little less than a half stays below.
    [1.1499999999, 1.5, 1, 'EUR', 1.72],
    [1, 1, 3, 'EUR', 0.33],
    [2, 1, 3, 'EUR', 0.67],
  ])('%d times %d by %d in %s is %d', (amount, factor, divisor, currency, expected) => {
    expect(convert(usd(amount), currency, { factor, divisor })?.amount).toBe(expected);
  });

  it('is always rounded up, as on paper', () => {
    const decimal = fc.record({ units: fc.integer({ min: 1, max: 999_999 }), decimals: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(decimal, decimal, (price, rate) => {
        // On paper: the digits are multiplied, and the point is set.
        const product = BigInt(price.units) * BigInt(rate.units);
        const unit = 10n ** BigInt(price.decimals + rate.decimals);
        const cents = (product * 100n) / unit + ((product * 100n) % unit >= (unit + 1n) / 2n ? 1n : 0n);
        const converted = convert(usd(price.units / 10 ** price.decimals), 'EUR', at(rate.units / 10 ** rate.decimals));
        expect(converted?.amount ?? 0).toBe(Number(cents) / 100);
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each([
  ['JPY', 1e15],
  ['EUR', 1e13],
  ['KWD', 1e12],
])('the largest converted price in %s is below %d: a double has no more digits', (currency, end) => {
  expect(convert(usd(end * 0.999), currency, at(1))?.currency).toBe(currency);
  expect(convert(usd(end), currency, at(1))).toBeUndefined();
});

describe('a currency', () => {
  it.each(['EUR', 'JPY', 'XCG', 'ZWG', 'VES'])('is %s', (code) => expect(isCurrency(code)).toBe(true));
  it.each(['', 'XXX', 'BTC', 'US$', 'EURO', 'eur', 'constructor', '__proto__'])('is not %j', (code) =>
    expect(isCurrency(code)).toBe(false),
  );
});
