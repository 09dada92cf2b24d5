import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { minusSentence } from '../../../src/owner/advice/price-mistakes.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { decidePrice } from '../../../src/rules/money/decide-price.ts';
import { formatPrice, parsePrices } from '../../../src/rules/money/money.ts';
import { decideRemainder, parseMinus, showRemainder } from '../../../src/rules/money/threshold.ts';
import { children, readTable, unusable } from '../../support/price-table.ts';

const rules = { answer, formatPrice, decidePrice, parsePrices };
const paris = { countryCode: 'FR', currencyCode: 'EUR', isEU: true };
const fresno = { countryCode: 'US', currencyCode: 'USD', language: 'en-US' };
const rio = { countryCode: 'BR', currencyCode: 'BRL' };

/** What is left, as text. */
function left(prices: string, minus: string, record: VisitorRecord | undefined, more: Partial<Facts> = {}): string {
  const tag = { prices: parsePrices(prices) ?? [], minus };
  const remainder = decideRemainder(rules, tag, { record, page: {}, ...more })?.left;
  if (typeof remainder !== 'object') return remainder ?? 'children';
  return `${remainder.currency} ${remainder.amount.toFixed(remainder.fractionDigits)}`;
}

describe('what is left of a price', () => {
  it.each([
    ['USD 75, EUR 60', 'USD 40, EUR 36', paris, 'EUR 24'],
    ['USD 75, EUR 60', 'eur 36', paris, 'EUR 24'],
    ['USD 75, EUR 60', 'USD 40', fresno, 'USD 35'],
    ['USD 75, EUR 60', 'USD 40', paris, 'children'],
    ['USD 75', 'USD 75.00', fresno, 'nothing'],
    ['USD 75, EUR 60', 'USD 0', fresno, 'USD 75'],
    ['USD 75, EUR 60', 'USD 40.50', fresno, 'USD 34.50'],
    ['USD 75, EUR 60', 'USD 40.5000', fresno, 'USD 34.50'],
    ['USD 75.5', 'USD 40.5000', fresno, 'USD 35.0'],
    ['USD 75.00', 'USD 40', fresno, 'USD 35.00'],
    ['USD 75.30', 'USD 40.20', fresno, 'USD 35.10'],
    ['USD 0.3', 'USD 0.1', fresno, 'USD 0.2'],
    ['USD 75', 'USD 40.125', fresno, 'USD 34.875'],
    ['KWD 20', 'KWD 5.500', { countryCode: 'KW', currencyCode: 'KWD' }, 'KWD 14.50'],
    ['JPY 8000', 'JPY 3500', { countryCode: 'JP', currencyCode: 'JPY' }, 'JPY 4500'],
    ['USD 9007199254740.93', 'USD 0.01', fresno, 'USD 9007199254740.92'],
    ['USD 12345678901234.3', 'USD 0.2', fresno, 'USD 12345678901234.1'],
  ])('of %s less %s', (prices, minus, record, expected) => expect(left(prices, minus, record)).toBe(expected));

  it('is the number that is written, and none beside it', () => {
    const tag = { prices: parsePrices('USD 75.30') ?? [], minus: 'USD 40.20' };
    expect(decideRemainder(rules, tag, { record: fresno, page: {} })?.left).toMatchObject({ amount: 35.1 });
  });

  it('is taken from the page’s own price where nobody knows of rates, and from none that rates convert', () => {
    expect(left('USD 75, EUR 60', 'USD 40', rio)).toBe('USD 35');
    expect(left('USD 75, EUR 60', 'USD 40', rio, { hasRates: () => true })).toBe('children');
    expect(left('USD 75, BR: USD 50', 'USD 40', rio, { hasRates: () => true }), 'their own place').toBe('USD 10');
  });

  it('is not known of a visitor who is not known', () => {
    for (const list of ['USD 75, EUR 60', 'USD 75, FR: EUR 60']) {
      expect(left(list, 'USD 40', undefined)).toBe('children');
      expect(left(list, 'USD 40', {})).toBe('children');
    }
    expect(left('USD 75, FR: EUR 60', 'USD 40', { currencyCode: 'USD' })).toBe('children');
    expect(left('USD 75, FR: EUR 60', 'USD 40', { currencyCode: 'USD' }, { choseCurrency: true })).toBe('USD 35');
  });

  it('is not known where a double would not hold it', () => {
    expect(left('USD 123456789012345', 'USD 0.01', fresno)).toBe('children');
    expect(left('USD 123456789012345', 'USD 1', fresno)).toBe('USD 123456789012344');
  });

  it('is shown in the form of the price, and nothing as no text', () => {
    const show = (minus: string, record: VisitorRecord) =>
      showRemainder(rules, { prices: parsePrices('USD 75, EUR 60') ?? [], minus }, { record, page: {} }, 'en');
    expect(show('USD 40.5', fresno)).toEqual({ text: '$34.50' });
    expect(show('EUR 36', paris)).toEqual({ text: '€24' });
    expect(show('USD 80', fresno)).toEqual({ text: '', isReached: true });
    expect(show('USD 40', paris)).toBeUndefined();
  });

  it('is kept with no other text: a cart changes often', () => {
    const platformTexts = new Map<string, string>();
    const tag = { prices: parsePrices('USD 75') ?? [], minus: 'USD 40' };
    expect(showRemainder(rules, tag, { record: fresno, page: {}, platformTexts }, 'en')?.text).toBe('$35');
    expect(platformTexts.size).toBe(0);
  });
});

describe('what is taken off', () => {
  it.each(['USD 40', 'USD 40, EUR 36', 'usd 40.5', ' USD 40 '])('is %j', (text) => {
    expect(parseMinus(rules, text)).toBeDefined();
    expect(minusSentence(text)).toBeUndefined();
  });

  it.each([
    ['$40', '"$40" in minus is not a price: write minus="USD 40"'],
    ['40', '"40" in minus is not a price'],
    ['USD', '"USD" in minus is not a price'],
    ['USD -40', '"USD -40" in minus is not a price'],
    ['USD 40.300000000000004', '"USD 40.300000000000004" in minus is not a price'],
    ['US: USD 40', 'minus is for everybody: write it without a place, such as minus="USD 40"'],
    ['USD 40, EUR 36, USD 41', 'minus has two amounts in USD: take one of them out'],
  ])('is never %j, which is said', (text, words) => {
    expect(parseMinus(rules, text)).toBeUndefined();
    expect(minusSentence(text)).toContain(words);
  });
});

/** Subtracts as on paper, digit by digit, with nothing of the rules in it. @returns undefined for zero or less. */
function onPaper(from: string, off: string): string | undefined {
  const [whole = '', fraction = ''] = from.split('.');
  const [offWhole = '', offFraction = ''] = off.split('.');
  const digits = Math.max(fraction.length, offFraction.length);
  const size = Math.max(whole.length, offWhole.length);
  const above = Array.from(whole.padStart(size, '0') + fraction.padEnd(digits, '0'), Number);
  const below = Array.from(offWhole.padStart(size, '0') + offFraction.padEnd(digits, '0'), Number);
  let borrowed = 0;
  const result = above
    .map((digit, index) => digit - (below[index] ?? 0))
    .toReversed()
    .map((digit) => {
      const now = digit - borrowed;
      borrowed = now < 0 ? 1 : 0;
      return now + 10 * borrowed;
    })
    .toReversed();
  if (borrowed || result.every((digit) => digit === 0)) return undefined;
  const text = result.join('');
  const units = text.slice(0, size).replace(/^0+(?=\d)/, '');
  const decimals = text.slice(size);
  const needed = decimals.replace(/0+$/, '');
  const shown = needed.length > fraction.length ? needed.padEnd(2, '0') : decimals.slice(0, fraction.length);
  return shown ? `${units}.${shown}` : units;
}

describe('the table in the docs, and arithmetic as on paper', () => {
  const owners = parseGroups({ home: 'FR DE' });
  const currencies = ['USD', 'EUR', 'CHF'];
  const amount = fc
    .tuple(fc.integer({ min: 0, max: 120 }), fc.constantFrom('', '.5', '.00', '.05', '.99', '.125', '.10', '.5000'))
    .map((parts) => parts.join(''));
  const price = fc.tuple(fc.constantFrom(...currencies), amount).map((one) => one.join(' '));
  const place = fc.constantFrom('FR', 'DE', 'US', 'US-CA', 'eu', 'home', 'dach');
  const entry = fc.oneof(
    price,
    fc.tuple(place, price).map(([at, text]) => `${at}: ${text}`),
  );
  const list = fc.tuple(price, fc.array(entry, { maxLength: 4 })).map(([first, rest]) => [first, ...rest].join(', '));
  const taken = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...currencies), amount), { minLength: 1, selector: ([currency]) => currency })
    .map((amounts) => amounts.map((one) => one.join(' ')).join(', '));
  const visitor = fc.record({
    countryCode: fc.option(fc.constantFrom('FR', 'DE', 'CH', 'US', 'JP'), { nil: undefined, freq: 8 }),
    stateCode: fc.option(fc.constantFrom('CA', 'HI'), { nil: undefined }),
    isEU: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
    currencyCode: fc.option(fc.constantFrom(...currencies, 'JPY'), { nil: undefined, freq: 8 }),
  });

  /** By the words of the docs. A list without places is decided by the visitor's currency alone. */
  function expected(prices: string, minus: string, record: VisitorRecord, chose: boolean, hasRates: boolean): string {
    const { countryCode, stateCode, isEU, currencyCode } = record;
    const state = `${countryCode}-${stateCode}`;
    const entries = prices.split(', ');
    const theirs = entries.find((text) => text.startsWith(`${currencyCode} `));
    const [currency = '', amountOfPrice = ''] = (theirs ?? entries[0] ?? '').split(' ');
    const plain = `${theirs ? '' : '?'}${amountOfPrice} ${currency}`;
    const byCurrency = currencyCode ? plain : children;
    const seen = prices.includes(':')
      ? readTable(
          prices,
          '',
          {
            country: countryCode,
            state: stateCode && state,
            currency: currencyCode,
            choseCurrency: chose,
            isGuessed: false,
            groups: [
              ...(isEU ? ['eu'] : []),
              ...(['FR', 'DE'].includes(countryCode ?? '') ? ['home'] : []),
              ...(['DE', 'CH'].includes(countryCode ?? '') ? ['dach'] : []),
            ],
          },
          [...owners.keys()],
        )
      : byCurrency;
    if (seen === children || seen === unusable || (seen.startsWith('?') && hasRates)) return children;
    const [from = '', of = ''] = seen.replace('?', '').split(' ');
    const off = minus
      .split(', ')
      .find((text) => text.startsWith(of))
      ?.split(' ')[1];
    if (off === undefined) return children;
    const rest = onPaper(from, off);
    return rest === undefined ? 'nothing' : `${of} ${rest}`;
  }

  it('agree with the rules on 20,000 random lists, amounts and visitors', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(list, taken, visitor, fc.boolean(), fc.boolean(), (prices, minus, known, chose, hasRates) => {
        const record: VisitorRecord = Object.fromEntries(
          Object.entries(known).filter(([, value]) => value !== undefined),
        );
        const choseCurrency = chose && record.currencyCode !== undefined;
        const facts = { groups: owners, choseCurrency, hasRates: () => hasRates };
        const found = left(prices, minus, record, facts);
        expect(found, `${prices} | ${minus} | ${JSON.stringify(record)} ${choseCurrency} ${hasRates}`).toBe(
          expected(prices, minus, record, choseCurrency, hasRates),
        );
        const kind = found.includes(' ') ? 'amount' : found;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { seed: 30, numRuns: 20_000 },
    );
    for (const kind of ['amount', 'nothing', 'children']) expect(seen.get(kind), kind).toBeGreaterThan(1000);
  });
});
