import { expect, it } from 'vitest';
import { answer } from '../../../src/rules/conditions/condition.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { decideOffer } from '../../../src/rules/offer/offer.ts';

/** Japan, whose yen only rates know. */
const osaka = { countryCode: 'JP', currencyCode: 'JPY' };
const inYen = { currency: 'JPY', amount: 22_350, fractionDigits: 0, places: undefined };
const facts: Facts = {
  record: osaka,
  page: {},
  estimate: () => ({ text: '≈ ¥22,350', estimate: 'about', converted: { price: inYen, former: undefined } }),
};
const written = { amount: '149.00', currency: 'USD' };
const offerOf = (list: string, more: Partial<Facts> = {}) =>
  decideOffer({ answer }, list, { ...facts, ...more }, written);

it('structured data stay as written where the page shows an estimate of their price', () => {
  expect(offerOf('USD 149, EUR 139')).toBe(null);
});

it('structured data stay as written where they do not say the first price of the list', () => {
  expect(offerOf('USD 159, JP: EUR 139.50', { choseCurrency: true })).toBe(null);
  expect(offerOf('EUR 149, JP: EUR 139.50', { choseCurrency: true })).toBe(null);
});

it('structured data say the price of the place where the page shows an estimate of that one', () => {
  expect(offerOf('USD 149, JP: EUR 139.50', { choseCurrency: true })).toEqual({ amount: '139.50', currency: 'EUR' });
});
