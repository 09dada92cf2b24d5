import { expect, it } from 'vitest';
import type { Facts } from '../../../src/rules/facts.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { formatPrice, parsePrices } from '../../../src/rules/money/money.ts';
import type { Core } from '../../../src/widget/api/core.ts';
import startPricesByPlace from '../../../src/widget/money/prices-by-place.ts';

it('prices by place that are kept are no more than a thousand, and the newest is among them', () => {
  const platformTexts = new Map<string, string>();
  const facts: Facts = { record: { countryCode: 'IN', currencyCode: 'INR' }, page: {}, platformTexts };
  const core = {
    rules: { answer, formatPrice },
    visitor: { status: 'ready' },
    lazy: () => () => undefined,
  } as unknown as Core;
  const { show } = startPricesByPlace(core);
  for (let amount = 100; amount < 1700; amount++)
    show(`list ${amount}`, { prices: parsePrices(`USD ${amount}, IN: USD 19`) ?? [] }, facts, 'en');
  expect(platformTexts.size).toBeLessThanOrEqual(1000);
  expect(platformTexts.get('list 1699')).toBe('$19');
});
