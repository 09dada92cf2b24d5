import { faults } from '../../support/site.ts';
import { expect, requestsFor, test } from './told.ts';

const texts = '<p data-geo-text="in {country}">here</p>'.repeat(2000);
const prices = '<geo-currency prices="USD 1, EUR 2">$1</geo-currency>'.repeat(100);

test.beforeEach(async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
});

test('a machine of a sixth of the speed has its answer within the budget @rare', async ({ page, site, told }) => {
  // Ten times the usual one: what else runs on this machine takes time, too.
  await page.goto(
    site.page(texts + prices, { tag: '<script async src="/geolet.js" data-timeout-ms="20000"></script>' }),
  );
  await expect(page.locator('p').last()).toHaveText('in France', { timeout: 20_000 });
  await expect
    .poll(
      () =>
        page
          .locator('geo-currency')
          .last()
          .evaluate((element) => element.shadowRoot?.textContent),
      { timeout: 20_000 },
    )
    .toBe('€2');
  // After the budget it would have been told of a timeout.
  expect(await told()).toEqual(['geo-ready network']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a machine of a sixth of the speed is told in time @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  // A timer of the page's own for the same time: how late timers are on a busy machine is not ours.
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = (...asked) => {
      setTimeout(() => Reflect.set(globalThis, Symbol.for('due'), performance.now()), 2000);
      return fetch(...asked);
    };
    document.addEventListener('geo-ready', () => Reflect.set(globalThis, Symbol.for('ready'), performance.now()));
  });
  site.geo = faults.hang;
  await page.goto(site.page(texts + prices));
  await expect.poll(() => told(), { timeout: 20_000 }).toEqual(['geo-error timeout', 'geo-ready none']);
  const [due, ready] = await page.evaluate(() =>
    ['due', 'ready'].map((name) => Reflect.get(globalThis, Symbol.for(name)) as number),
  );
  expect(due).toBeGreaterThan(0);
  expect(Number(ready) - Number(due)).toBeLessThan(1000);
});
