import { pauseClock } from '../support/clock.ts';
import { expect, visibleText } from '../support/test.ts';
import { test } from './support.ts';

test.describe('with motion @rare', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the page shows two cities by turns, and stays once it is touched', async ({ page, demo }) => {
    await page.clock.install();
    await page.goto(demo.url);
    await expect(page.locator('#visit-status')).toHaveText(/Lyon/);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    // From here on time passes only as the test says, so that no lookup is late.
    await pauseClock(page);
    const status = page.locator('#visit-status:not([data-busy])');
    await expect(status).toHaveText(/Lyon|Osaka/);
    const [first, other] = /Lyon/.test(await status.innerText()) ? [/Lyon/, /Osaka/] : [/Osaka/, /Lyon/];
    const lookups = demo.log.length;
    for (const city of [other, first, other]) {
      await page.clock.runFor(4500);
      await expect(status).toHaveText(city);
    }
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
    await page.clock.runFor(10_000);
    await expect(status).toHaveText(other);
    expect(demo.log).toHaveLength(lookups + 3);
  });

  test('who has chosen a city sees that one @rare', async ({ page, demo }) => {
    await page.context().addCookies([{ name: 'demo-visitor', value: 'nairobi', url: demo.url }]);
    await page.goto(demo.url);
    await expect(page.locator('#visit-status')).toHaveText(/Nairobi/);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  });
});

test('with less motion the page shows one city @rare', async ({ page, demo }) => {
  await page.clock.install();
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/Lyon/);
  await page.clock.runFor(10_000);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await expect(page.locator('#visit-choices :checked')).toHaveValue('lyon');
  expect(demo.log).toHaveLength(1);
});

test('the words that change are marked, and nothing around them @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/Lyon/);
  await page.locator('.chip', { hasText: 'Osaka' }).click();
  await expect(page.locator('#headline .changed')).toHaveCount(1);
  await expect(page.locator('#shop .price .changed')).toHaveCount(1);
  expect(await visibleText(page.locator('#shop .term-delivery .changed:visible'))).toBe(
    'By air in 5 days, duties paid',
  );
  for (const around of ['.result', '.price', '.terms li', '#headline'])
    await expect(page.locator(`${around}.changed`)).toHaveCount(0);
});

test('code is folded on a phone and open on a desk @rare', async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/Lyon/);
  const code = page.locator('#card-text .markup');
  await expect(code).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(14_600);
  await page.locator('#card-text summary').click();
  await expect(code).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.locator('#card-price .markup')).toBeVisible();
});
