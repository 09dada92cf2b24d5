import type { Page } from '@playwright/test';
import { expect, expectText, holdRequests, test } from './told.ts';

const tag = '<script async src="/geolet.js" data-guess="on" data-timeout-ms="20000"></script>';
const content = '<h1 data-geo-text="{country}, {city|somewhere}">you</h1><geo-if country="JP" hidden>In Japan</geo-if>';
const guessed = 'Japan, somewhere In Japan';
const status = (page: Page) => page.evaluate(() => document.documentElement.dataset.visitorStatus);

test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });

test("a guess by the browser's zone shows at once, and the record corrects it @rare", async ({ page, site, told }) => {
  const answer = await holdRequests(page);
  await page.goto(site.page(content, { tag }));
  await expectText(page, guessed);
  expect(await told()).toEqual(['geo-ready guess']);
  expect(await status(page)).toBe('provisional');
  expect(
    await page.evaluate(() =>
      globalThis.geolet?.ready.then((visitor) => [
        visitor?.source,
        visitor?.countryCode,
        visitor?.countryName,
        visitor?.age,
      ]),
    ),
  ).toEqual(['guess', 'JP', 'Japan', 0]);
  expect(await page.locator('geo-if').evaluate((element) => element.matches(':state(provisional)'))).toBe(true);
  answer();
  await expectText(page, 'France, Lyon');
  expect(await told()).toEqual(['geo-ready guess', 'geo-change network']);
  expect(await status(page)).toBe('ready');
});

test('a guess is of the country alone: prices, law and place stand as written @rare', async ({ page, site }) => {
  await holdRequests(page);
  await page.goto(
    site.page(
      `${content}<geo-currency prices="USD 1, JPY 150">$1</geo-currency><p data-geo-show="eu">VAT</p><p data-geo-hide="not-eu">EU</p>`,
      { tag },
    ),
  );
  await expectText(page, `${guessed} $1 VAT EU`);
  expect(
    await page.evaluate(() =>
      ['country: JP', 'currency: JPY', 'eu', 'group: gdpr', 'city: *'].map((condition) =>
        globalThis.geolet?.matches(condition),
      ),
    ),
  ).toEqual([true, undefined, undefined, undefined, false]);
});

test('a choice over a guess is a choice @rare', async ({ page, site, told }) => {
  await holdRequests(page);
  await page.goto(site.page(content, { tag }));
  await expectText(page, guessed);
  await page.evaluate(async () => globalThis.geolet?.override('FR'));
  await expectText(page, 'France, somewhere');
  expect(await status(page)).toBe('override');
  await page.evaluate(() => globalThis.geolet?.reset());
  await expectText(page, guessed);
  expect(await told()).toEqual(['geo-ready guess', 'geo-change choice', 'geo-change guess']);
});

test('nobody is told of a guess: neither analytics nor a suggestion nor a redirect @rare', async ({ page, site }) => {
  const settings =
    '<script type="application/json" data-geo-settings>{"redirect": [{"when": "country: JP", "to": "/jp"}]}</script>';
  const both = `${settings}${tag.replace('async', 'async data-analytics="dataLayer"')}`;
  const answer = await holdRequests(page);
  await page.goto(
    site.page(`${content}<geo-suggest country="JP" href="/jp" hidden>日本?</geo-suggest>`, { tag: both }),
  );
  await expectText(page, guessed);
  await page.waitForFunction(() => customElements.get('geo-suggest'));
  for (const file of ['analytics', 'redirect'])
    await expect.poll(() => site.requests.some((path) => path.includes(`geolet-${file}`))).toBe(true);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.dataLayer)).toBeUndefined();
  answer();
  await expectText(page, 'France, Lyon');
  await expect.poll(() => page.evaluate(() => JSON.stringify(globalThis.dataLayer))).toContain('"geo_country":"FR"');
  expect(await page.evaluate(() => JSON.stringify(globalThis.dataLayer))).not.toContain('JP');
  expect(page.url()).toBe(`${site.url}/`);
});

test('a redirect waits for the record that confirms the guess @rare', async ({ page, site }) => {
  site.page('<p>Shop</p>', { path: '/jp', tag: '' });
  site.visitor = '13.208.10.1';
  await page.goto(
    site.page(content, {
      tag: `<script type="application/json" data-geo-settings>{"redirect": [{"when": "country: JP", "to": "/jp"}]}</script>${tag}`,
    }),
  );
  await page.waitForURL('**/jp');
});

test('who is known is not guessed @rare', async ({ page, site, told }) => {
  await page.goto(site.page(content, { tag }));
  await expectText(page, 'France, Lyon');
  const guesses = () => site.requests.filter((path) => path.includes('guess')).length;
  await expect.poll(guesses).toBe(1);
  await page.reload();
  await expectText(page, 'France, Lyon');
  expect(await told()).toEqual(['geo-ready cache']);
  await page.evaluate(async () => globalThis.geolet?.override('US'));
  await page.reload();
  expect(await told()).toEqual(['geo-ready choice']);
  expect(guesses()).toBe(1);
});

test('nobody is guessed unasked, nor without consent @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  await holdRequests(page);
  for (const quiet of [
    '<script async src="/geolet.js" data-timeout-ms="300"></script>',
    tag.replace('async', 'async data-consent="required"'),
  ]) {
    await page.goto(site.page(content, { tag: quiet }));
    await page.waitForFunction(() => globalThis.geolet?.visitor);
    expect((await told())[0]).not.toBe('geo-ready guess');
    await expectText(page, 'you');
    expect(site.requests.filter((path) => path.includes('guess'))).toEqual([]);
    await page.unrouteAll();
  }
});
