import { expect, it } from 'vitest';
import { readFirstPrice } from '../../../../src/owner/picker/first-price.ts';

it.each([
  ['$49', 'USD', '49'],
  ['$49.00', 'USD', '49.00'],
  ['$1,299', 'USD', '1299'],
  ['£1,299.50', 'GBP', '1299.50'],
  ['1.299,00 €', 'EUR', '1299.00'],
  ['1 299,00 €', 'EUR', '1299.00'],
  ['1\u202f299,00\u00a0€', 'EUR', '1299.00'],
  ['1.299 €', 'EUR', '1299'],
  ["CHF 1'299.00", 'CHF', '1299.00'],
  ['SFr. 49.–', 'CHF', '49'],
  ['49,- €', 'EUR', '49'],
  ['€ 0,99', 'EUR', '0.99'],
  ['$.99', 'USD', '0.99'],
  ['₹1,49,000', 'INR', '149000'],
  ['R$ 49,90', 'BRL', '49.90'],
  ['A$49', 'AUD', '49'],
  ['NT$1,299', 'TWD', '1299'],
  ['US$ 49', 'USD', '49'],
  ['49 zł', 'PLN', '49'],
  ['49.000 ₫', 'VND', '49000'],
  ['KWD 1.250', 'KWD', '1.250'],
  ['1.234.567 ₫', 'VND', '1234567'],
])('%s is %s %s', (text, currency, amount) => {
  expect(readFirstPrice(text)).toEqual({ currency, amount, hasWords: false });
});

it.each(['kr 1 299', '1 299', 'C$1299'])('%s does not say its currency for sure', (text) => {
  expect(readFirstPrice(text)).toMatchObject({ currency: '', amount: '1299' });
});

it.each([
  ['From $49 / month', 'USD', '49'],
  ['Only $49.', 'USD', '49'],
  ['2 pairs for €45,00', 'EUR', '45.00'],
  ['NEW $49', 'USD', '49'],
])('%s says more than a price', (text, currency, amount) => {
  expect(readFirstPrice(text)).toEqual({ currency, amount, hasWords: true });
});

it('a text without a number has no price', () =>
  expect(readFirstPrice('On request')).toEqual({ currency: '', amount: '', hasWords: false }));

it('reads a price before thousands of numbers, and nothing of the numbers', () => {
  expect(readFirstPrice(`EUR 49 ${'1 '.repeat(5000)}`)).toMatchObject({ currency: 'EUR', amount: '49' });
  expect(readFirstPrice(`${'1 '.repeat(5000)} EUR 49`).currency).toBe('');
});
