import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { databaseContent } from '../visitor/database.ts';
import { asWritten, content, inLyon, requestsFor, test } from '../visitor/told.ts';
import { expect, visibleText } from '../support/test.ts';

const main = `<main>${content}</main>`;
const inJapan = 'Hello Japan Shoes for you Five days.';
const inGermany = 'Hello Germany Shoes for you Five days.';
const tag = (settings: string) => scriptTag.replace('data-', `${settings} data-`);
const visitor = (page: Page) => page.evaluate(() => ({ ...geolet?.visitor }));
const kept = (page: Page) =>
  page.evaluate(() => ({ local: Object.assign({}, localStorage), session: Object.assign({}, sessionStorage) }));

/** Of the page, without the control in its corner. */
async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('main')), { message: 'what the visitor reads' }).toBe(text);
}

test('a page is that of the visitor in its address, with no request', async ({ page, site, told, context }) => {
  site.geo = faults.hang;
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready preview']);
  expect(await visitor(page)).toMatchObject({
    countryCode: 'JP',
    countryName: 'Japan',
    currencyCode: 'JPY',
    timezone: 'Asia/Tokyo',
    deviceType: 'desktop',
    source: 'preview',
  });
  await expect(page.locator('html')).toHaveAttribute('data-visitor-status', 'override');
  expect(requestsFor('/geo', site)).toBe(0);
  expect(await kept(page)).toEqual({ local: {}, session: { 'geolet:preview': 'JP' } });
  expect(await databaseContent(page)).toBeUndefined();
  expect(await context.cookies()).toEqual([]);
});

test('it goes along to other pages of the tab, and not to other tabs', async ({ page, site, context }) => {
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.goto(site.page(main, { path: '/other' }));
  await expectText(page, inJapan);
  expect(requestsFor('/geo', site)).toBe(0);
  const other = await context.newPage();
  await other.goto(`${site.url}/other`);
  await expectText(other, inLyon);
  await expect(other.locator('geo-preview')).toHaveCount(0);
});

for (const [how, leave] of [
  ['its button', (page: Page) => page.getByRole('button', { name: 'Leave' }).click()],
  ['an empty word in the address', (page: Page) => page.goto(page.url().replace('JP', '')).then(() => {})],
] as const) {
  test(`${how} leaves it: the page is the visitor's own, and its address clean`, async ({ page, site, told }) => {
    await page.goto(`${site.page(main)}?a=%20b&geo-as=JP&c#part`);
    await expectText(page, inJapan);
    await leave(page);
    await expectText(page, inLyon);
    expect(page.url()).toBe(`${site.url}/?a=%20b&c#part`);
    expect(await told()).toEqual(['geo-ready network']);
    expect((await kept(page)).session).not.toHaveProperty('geolet:preview');
    await expect(page.locator('geo-preview')).toHaveCount(0);
  });
}

test('it beats what is known, chosen and refused, and leaves that as it was', async ({ page, site, told }) => {
  await page.goto(site.page(main));
  await expectText(page, inLyon);
  await page.evaluate(() => geolet?.override('DE'));
  await expectText(page, inGermany);
  const before = await kept(page);
  await page.goto(`${site.url}/?geo-as=JP`);
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready preview']);
  // The page before has kept what Intl had written for it when it was left.
  expect((await kept(page)).local).toMatchObject(before.local);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectText(page, inGermany);
  await page.goto(`${site.page(main, { path: '/asks', tag: tag('data-consent="required"') })}?geo-as=JP`);
  await expectText(page, inJapan);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('nothing that the page does meanwhile asks or keeps anything @rare', async ({ page, site, told }) => {
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.evaluate(async () => {
    geolet?.consent(true);
    await geolet?.refresh();
    await geolet?.override('DE');
  });
  await expectText(page, inGermany);
  await page.evaluate(() => geolet?.reset());
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready preview', 'geo-change choice', 'geo-change preview']);
  expect(requestsFor('/geo', site)).toBe(0);
  expect(await kept(page)).toEqual({ local: {}, session: { 'geolet:preview': 'JP' } });
});

test('consent that is withdrawn wipes what is kept, and the preview goes on', async ({ page, site }) => {
  await page.goto(site.page(main));
  await expectText(page, inLyon);
  await page.goto(`${site.url}/?geo-as=JP`);
  await expectText(page, inJapan);
  await page.evaluate(() => geolet?.consent(false));
  await expect.poll(async () => (await kept(page)).local).toEqual({});
  await expect.poll(() => databaseContent(page)).toBeUndefined();
  await page.evaluate(() => geolet?.override('DE'));
  await expectText(page, inGermany);
  await page.evaluate(() => geolet?.reset());
  await expectText(page, inJapan);
  // Nothing is stored without consent, the preview included.
  await page.goto(site.url);
  await expectText(page, inLyon);
});

test('analytics, redirects and suggestions do nothing, and remember nothing @rare', async ({ page, site }) => {
  const head =
    '<script type="application/json" data-geo-settings>{"redirect": [{"when": "country: JP", "to": "/jp"}]}</script>';
  const suggestion = '<geo-suggest country="JP" href="/jp" close="Close" hidden>Japan</geo-suggest>';
  await page.goto(`${site.page(main + suggestion, { head, tag: tag('data-analytics="dataLayer"') })}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.locator('geo-suggest').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => site.requests.filter((path) => /analytics|redirect/.test(path)).length).toBe(2);
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  expect(page.url()).toBe(`${site.url}/?geo-as=JP`);
  expect(await page.evaluate(() => globalThis.dataLayer)).toBeUndefined();
  expect(await kept(page)).toEqual({ local: {}, session: { 'geolet:preview': 'JP' } });
});

test('a first answer is that of the preview, although another is at hand @rare', async ({ page, site }) => {
  await page.goto(site.page(main));
  await expectText(page, inLyon);
  await page.addInitScript(() => {
    const seen = new Set<string | null>();
    Reflect.set(globalThis, Symbol.for('seen'), seen);
    document.addEventListener('DOMContentLoaded', () => {
      const heading = document.querySelector('h1');
      const look = () => seen.add(heading?.textContent ?? null);
      look();
      if (heading) new MutationObserver(look).observe(heading, { childList: true, characterData: true, subtree: true });
    });
  });
  await page.goto(`${site.url}/?geo-as=JP`);
  await expectText(page, inJapan);
  expect(await page.evaluate(() => [...(Reflect.get(globalThis, Symbol.for('seen')) as Set<string>)])).toEqual([
    'Hello you',
    'Hello Japan',
  ]);
});

test('its zone, language, colours and clock hold over those of the browser @rare', async ({ page, site }) => {
  await page.goto(
    `${site.page(main)}?geo-as=${encodeURIComponent('JP; color: dark; returning: yes; referrer: mail.example; query: utm_source=x; local-time: tue 09:30; city: Osaka; near: 34.7,135.5')}`,
  );
  await expectText(page, 'Hello Japan Shoes for Osaka Five days.');
  const conditions = [
    'language: ja',
    'timezone: Asia/Tokyo',
    'color: dark',
    'returning',
    'referrer: mail.example',
    'query: utm_source=x',
    'local-time: tue 09:00-10:00',
    'near: 34.7,135.5,10km',
    'device: desktop',
    'city: Osaka',
  ];
  await expect
    .poll(() => page.evaluate((all) => all.filter((condition) => geolet?.matches(condition) !== true), conditions))
    .toEqual([]);
  expect(await visitor(page)).toMatchObject({ colorPreference: 'dark', referer: 'https://mail.example/' });
});

for (const [words, text, told] of [
  ['unknown', asWritten, ['geo-ready preview']],
  ['offline', asWritten, ['geo-error offline', 'geo-ready none']],
] as const) {
  test(`${words}: nobody is known, the page is as written`, async ({ page, site, told: all, expectLines }) => {
    if (words === 'offline') expectLines(/\[geolet\] offline: /);
    await page.goto(`${site.page(main)}?geo-as=${words}`);
    await expect.poll(() => all()).toEqual(told);
    await expectText(page, text);
    await expect(page.locator('html')).toHaveAttribute(
      'data-visitor-status',
      words === 'offline' ? 'fallback' : 'override',
    );
    expect(await page.evaluate(() => geolet?.matches('country: unknown'))).toBe(true);
    await expect(page.locator('geo-preview').getByLabel('Viewing as')).toHaveValue(words);
    expect(requestsFor('/geo', site)).toBe(0);
  });
}

test('slow: the page is as written until the budget is used up', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout: geo-as=slow 1000 ms/);
  // The preview's own file must come within it.
  await page.goto(`${site.page(main, { tag: tag('data-timeout-ms="1000"') })}?geo-as=slow;country:JP`);
  await expect(page.locator('geo-preview').getByLabel('Slow answer')).toBeChecked();
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-error timeout', 'geo-ready none', 'geo-change preview']);
});

test('slow: a refresh and a new grant while the page waits ask nobody @rare', async ({ page, site, told }) => {
  await page.goto(`${site.page(main, { tag: tag('data-timeout-ms="20000"') })}?geo-as=slow;country:JP`);
  await expect(page.locator('geo-preview').getByLabel('Slow answer')).toBeChecked();
  await page.evaluate(async () => {
    geolet?.consent(false);
    geolet?.consent(true);
    await geolet?.refresh();
  });
  expect(requestsFor('/geo', site)).toBe(0);
  expect(await told()).toEqual([]);
});

test('slow alone is somebody from where the browser’s language is @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] timeout: /);
  await page.goto(`${site.page(main, { tag: tag('data-timeout-ms="50"') })}?geo-as=slow`);
  await expectText(page, 'Hello United States Shoes for you Five days.');
});

test('words that are not understood are told once, by both @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] unusable-visitor: /);
  await page.goto(`${site.page(main)}?geo-as=Atlantis`);
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-error unusable-visitor', 'geo-ready network']);
  await expect(page.getByRole('region', { name: 'Preview of this page' })).toContainText(
    '“Atlantis” is not understood',
  );
  expect((await kept(page)).session).not.toHaveProperty('geolet:preview');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(site.url + '/');
  await expect(page.locator('geo-preview')).toHaveCount(0);
});

test('the setting turns it off', async ({ page, site }) => {
  await page.goto(`${site.page(`${main}<geo-preview></geo-preview>`, { tag: tag('data-preview="off"') })}?geo-as=JP`);
  await expectText(page, inLyon);
  expect(await page.locator('geo-preview').evaluate((element) => element.shadowRoot?.childElementCount ?? 0)).toBe(0);
});

test('the setting keeps it to the owner’s own machine', async ({ page, site }) => {
  const url = `${site.page(main, { tag: tag('data-preview="localhost"') })}?geo-as=JP`;
  await page.goto(url);
  await expectText(page, inJapan);
  await page.route('http://shop.example/**', async (route) =>
    route.fulfill({
      response: await route.fetch({ url: route.request().url().replace('http://shop.example', site.url) }),
    }),
  );
  await page.goto(url.replace(site.url, 'http://shop.example'));
  await expectText(page, inLyon);
  await expect(page.locator('geo-preview')).toHaveCount(0);
});

test('without its file the page is the visitor’s own, and told @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] file-refused: preview/, /Failed to load resource/);
  await page.route('**/geolet-preview*', (route) => route.abort());
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-error file-refused', 'geo-ready network']);
});

test('where the browser keeps nothing, the address alone holds @rare', async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.goto(site.url);
  await expectText(page, inLyon);
});

test('destroy() puts the page back and takes the control away @rare', async ({ page, site, told }) => {
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expect(page.locator('geo-preview')).toHaveCount(1);
  await page.evaluate(() => geolet?.destroy());
  await expectText(page, asWritten);
  await expect(page.locator('geo-preview')).toHaveCount(0);
  expect(await told()).toEqual(['geo-ready preview']);
});

test('a page of bindings with debug off fetches the preview, and no other file @rare', async ({ page, site }) => {
  const quiet = tag('data-debug="off"');
  await page.goto(`${site.page('<h1 data-geo-text="Hello {country}">Hello you</h1>', { tag: quiet })}?geo-as=JP`);
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  await expect(page.locator('geo-preview')).toHaveCount(1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(site.requests.filter((path) => path.startsWith('/geolet')).map((path) => path.split('.')[0])).toEqual([
    '/geolet',
    '/geolet-preview',
  ]);
});

test('works in XHTML @rare', async ({ page, site }) => {
  const xhtml = `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Test</title><link rel="icon" href="data:,"/>${scriptTag.replace('async', 'async=""')}</head><body><h1 data-geo-text="Hello {country}">Hello you</h1></body></html>`;
  await page.goto(`${site.page(xhtml, { type: 'application/xhtml+xml' })}?geo-as=JP`);
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
});

test('works under a policy that allows no inline styles and no Trusted Types @rare', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
});
