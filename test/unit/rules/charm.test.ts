import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCharm, parseCharm } from '../../../src/rules/money/charm.ts';

const none = { ending: NaN, digits: 0 };

const round = (amount: number, fractionDigits: number, charm = '.99') => {
  const rounded = applyCharm({ currency: 'EUR', amount, fractionDigits }, parseCharm(charm) ?? none);
  return rounded.amount.toFixed(rounded.fractionDigits);
};

describe('a charm', () => {
  it.each([
    ['.99', 0.99, 2],
    ['.95', 0.95, 2],
    ['.9', 0.9, 1],
    ['.50', 0.5, 2],
    ['.00', 0, 2],
    [' .99 ', 0.99, 2],
  ])('%j is an ending', (text, ending, digits) => expect(parseCharm(text)).toEqual({ ending, digits }));

  it.each(['', '99', '0.99', ',99', '.', '.999', '-.99', 'x', '.9e', 'NaN'])('%j is none', (text) => {
    expect(parseCharm(text)).toBeUndefined();
  });
});

describe('a price with a charm', () => {
  it.each([
    ['the nearest below', 45.12, 2, '.99', '44.99'],
    ['the nearest above', 45.6, 2, '.99', '45.99'],
    ['itself, when it ends so already', 45.99, 2, '.99', '45.99'],
    ['the lower of two that are equally near', 45.5, 2, '.00', '45.00'],
    ['the lower of two also where a double says otherwise', 2.49, 2, '.99', '1.99'],
    ['the higher of two from the next minor unit on', 2.5, 2, '.99', '2.99'],
    ['the lower of two without decimals', 249, 0, '.99', '199'],
    ['the lower of two with three decimals', 2.49, 3, '.99', '1.990'],
    ['an ending of one digit', 45.12, 2, '.5', '45.50'],
    ['with three digits after the point', 15.234, 3, '.99', '14.990'],
    ['whole where there are no decimals', 7344, 0, '.99', '7299'],
    ['whole with an ending of one digit', 7344, 0, '.9', '7339'],
    ['whole with both digits of an ending, also where the last is zero', 7344, 0, '.90', '7390'],
    ['so with .50', 7344, 0, '.50', '7350'],
    ['so with .00', 7344, 0, '.00', '7300'],
    ['so from ten thousand on', 12_345.67, 2, '.90', '12390'],
    ['shorter with an ending of one digit there', 12_345.67, 2, '.9', '12349'],
    ['still with decimals below ten thousand', 9999.4, 2, '.99', '9998.99'],
    ['whole from ten thousand on', 12_345.67, 2, '.99', '12299'],
    ['whole in the hundred thousands', 785_234.12, 2, '.99', '785199'],
    ['with at most four digits before the ending', 1_234_567, 0, '.99', '1234990'],
    ['so in the billions', 41_234_567_890, 0, '.95', '41239500000'],
  ])('is %s', (_name, amount, digits, charm, expected) => expect(round(amount, digits, charm)).toBe(expected));

  /** In whole numbers alone, for minor units and an ending in hundredths. */
  const exactly = (minor: bigint, digits: number, written: string): bigint => {
    const unit = 10n ** BigInt(digits);
    const hundredths = BigInt(written.padEnd(2, '0'));
    const places = 10n ** BigInt(written.length);
    const isUsable = (step: bigint) =>
      minor < step * 10_000n && (step === unit ? step % places === 0n : step % (places * unit) === 0n);
    let step = unit;
    while (!isUsable(step)) step *= 10n;
    if (minor < step) return minor;
    const end = (hundredths * step) / 100n;
    const first = minor / step - 1n;
    const near = [first, first + 1n, first + 2n].map((steps) => steps * step + end).filter((price) => price > 0n);
    const distance = (price: bigint) => (price > minor ? price - minor : minor - price);
    return near.reduce((best, price) => (distance(price) < distance(best) ? price : best));
  };
  const endings = [
    ...Array.from({ length: 100 }, (_, hundredths) => `.${String(hundredths).padStart(2, '0')}`),
    ...Array.from({ length: 10 }, (_, tenths) => `.${tenths}`),
  ];
  const compare = (minor: number, digits: number, charm: string) => {
    const { amount, fractionDigits } = applyCharm(
      { currency: 'EUR', amount: minor / 10 ** digits, fractionDigits: digits },
      parseCharm(charm) ?? none,
    );
    const units = BigInt(amount.toFixed(fractionDigits).replace('.', '')) * 10n ** BigInt(digits - fractionDigits);
    const expected = exactly(BigInt(minor), digits, charm.slice(1));
    if (units !== expected)
      expect.fail(`${minor} minor units of ${digits} digits with ${charm}: ${units} and not ${expected}`);
  };

  it.each([0, 2, 3, 4])(
    'is the nearest in whole minor units, for every ending and every small amount with %d digits',
    (digits) => {
      for (const charm of endings) for (let minor = 1; minor <= 2000; minor++) compare(minor, digits, charm);
    },
  );

  it('is the nearest in whole minor units for larger amounts, beside ties too', () => {
    const minor = fc.oneof(
      fc.integer({ min: 1, max: 10 ** 15 - 1 }),
      fc.integer({ min: 1, max: 10 ** 7 }),
      fc
        .tuple(fc.nat({ max: 10 ** 6 }), fc.nat({ max: 8 }), fc.integer({ min: -51, max: 51 }))
        .map(([steps, zeros, apart]) => Math.max(1, steps * 10 ** zeros + apart)),
    );
    fc.assert(fc.property(minor, fc.constantFrom(0, 2, 3, 4), fc.constantFrom(...endings), compare), {
      seed: 1,
      numRuns: 50_000,
    });
  });
});
