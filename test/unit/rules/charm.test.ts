import { describe, expect, it } from 'vitest';
import { applyCharm, parseCharm } from '../../../src/rules/charm.ts';

const round = (amount: number, fractionDigits: number, charm = '.99') => {
  const rounded = applyCharm({ currency: 'EUR', amount, fractionDigits }, parseCharm(charm) ?? NaN);
  return rounded.amount.toFixed(rounded.fractionDigits);
};

describe('a charm', () => {
  it.each([['.99', 0.99], ['.95', 0.95], ['.9', 0.9], ['.50', 0.5], ['.00', 0], [' .99 ', 0.99]])('%j is an ending', (text, ending) => {
    expect(parseCharm(text)).toBe(ending);
  });

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
    ['an ending of one digit', 45.12, 2, '.5', '45.50'],
    ['with three digits after the point', 15.234, 3, '.99', '14.990'],
    ['whole where there are no decimals', 7344, 0, '.99', '7299'],
    ['whole with an ending of one digit', 7344, 0, '.9', '7339'],
    ['nothing to do for .00 without decimals', 7344, 0, '.00', '7344'],
    ['still with decimals below ten thousand', 9999.4, 2, '.99', '9998.99'],
    ['whole from ten thousand on', 12_345.67, 2, '.99', '12299'],
    ['whole in the hundred thousands', 785_234.12, 2, '.99', '785199'],
    ['with at most four digits before the ending', 1_234_567, 0, '.99', '1234990'],
    ['so in the billions', 41_234_567_890, 0, '.95', '41239500000'],
  ])('is %s', (_name, amount, digits, charm, expected) => {
    expect(round(amount, digits, charm)).toBe(expected);
  });

  it.each([
    [0.62, 2, '.99', '0.62'],
    [0.999, 2, '.00', '1.00'],
    [62, 0, '.99', '62'],
    [8, 0, '.9', '8'],
    [0.25, 3, '.50', '0.250'],
  ])('stays as it is below one step: %d', (amount, digits, charm, expected) => {
    expect(round(amount, digits, charm)).toBe(expected);
  });

  it('is never nothing, and never further away than half a step', () => {
    for (const charm of ['.99', '.95', '.9', '.5', '.00', '.01'])
      for (const digits of [0, 2, 3])
        for (let amount = 0.01; amount < 1e12; amount *= 1.37) {
          const rounded = Number(round(amount, digits, charm));
          const step = amount < 10_000 && (digits || charm === '.00') ? 1 : Math.max(100, amount / 1000);
          if (amount >= 100) expect(Math.abs(rounded - amount), `${amount} ${digits} ${charm}`).toBeLessThanOrEqual(step / 2 + 1);
          if (amount >= 1) expect(rounded, `${amount} ${digits} ${charm}`).toBeGreaterThan(0);
        }
  });
});
