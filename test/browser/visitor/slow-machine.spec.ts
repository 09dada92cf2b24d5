import { faults } from '../../support/site.ts';
import { expect, requestsFor, test } from './told.ts';

const texts = '<p data-geo-text="in {country}">here</p>'.repeat(2000);
const prices = '<geo-currency prices="USD 1, EUR 2">$1</geo-currency>'.repeat(100);

test.beforeEach(async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
});

test('a machine of a sixth of the speed has its answer within the budget', async ({ page, site, told }) => {
  await page.goto(site.page(texts + prices));
  await expect(page.locator('p').last()).toHaveText('in France');
  await expect.poll(() => page.locator('geo-currency').last().evaluate((element) => element.shadowRoot?.textContent)).toBe('€2');
  // After the budget it would have been told of a timeout.
  expect(await told()).toEqual(['geo-ready network']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a machine of a sixth of the speed is told in time that nobody answers', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  await page.addInitScript(() => document.addEventListener('geo-ready', ({ timeStamp }) => Reflect.set(globalThis, Symbol.for('ready'), timeStamp)));
  site.geo = faults.hang;
  await page.goto(site.page(texts + prices));
  await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
  const sinceStartMs = await page.evaluate(() => (Reflect.get(globalThis, Symbol.for('ready')) as number) - (performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/geo'))?.startTime ?? 0));
  expect(sinceStartMs).toBeGreaterThan(1900);
  expect(sinceStartMs).toBeLessThan(4000);
});
