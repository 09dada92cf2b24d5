import { visitAs } from 'geolet/testing';
import { expect, it } from 'vitest';

it('charges what the page shows in India', async () => {
  const geolet = visitAs('IN', { prices: { asterisk: 'USD 149, EUR 139, IN: USD 99' } });
  expect(await geolet.price('sku: asterisk')).toMatchObject({ amount: 99, currency: 'USD' });
});

it('knows the former price of a book, and no other', async () => {
  const prices = { shoe: { prices: 'USD 149, EUR 139', was: 'USD 199, EUR 159' } };
  expect(await visitAs('FR', { prices }).price('sku: shoe')).toMatchObject({ amount: 139, was: 159 });
  expect(await visitAs('FR', { prices }).price('USD 149, EUR 139')).toMatchObject({ amount: 139, was: undefined });
});

it('rejects a name that the book lacks, and a list that cannot be used', async () => {
  const prices = { shoe: 'USD 149', odd: 'USD 149, XY: USD 99' };
  await expect(visitAs('FR', { prices }).price('sku: hat')).rejects.toThrow('unknown-sku: sku: hat');
  await expect(visitAs('FR', { prices }).price('sku: odd')).rejects.toThrow('unusable-prices: sku: odd');
  await expect(visitAs('FR').price('sku: shoe')).rejects.toThrow('unknown-sku');
  await expect(visitAs('FR').price('149 dollars')).rejects.toThrow('unusable-prices');
});

it('refuses a book that is none', () => {
  expect(() => visitAs('FR', { prices: { shoe: '149 dollars' } })).toThrow('These prices are no price book: shoe');
});
