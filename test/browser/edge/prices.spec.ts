import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

const byPlace = 'USD 149, EUR 139, FR: EUR 129';
const book = { boot: byPlace };
const structured =
  '<script type="application/ld+json" data-geo-offer="sku: boot">{"@type":"Product","offers":{"@type":"Offer","price":"149.00","priceCurrency":"USD"}}</script>';
const body = `<p><geo-currency prices="${byPlace}">$149</geo-currency> <geo-currency sku="boot">$149</geo-currency> <b data-geo-currency="${byPlace}">$149</b> <b data-geo-currency="sku: boot">$149</b> <b data-geo-text="{price-currency}" data-geo-prices="sku: boot">USD</b></p>${structured}`;
/** What the server has written is waited for longer than a lookup. */
const impatient = scriptTag.replace('async', 'async data-timeout-ms="1"');
const inFrance = '€129 €129 €129 €129 EUR';
const asWritten = '$149 $149 $149 $149 USD';

/** What each frame shows and what the structured data say, without repetitions. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const p = document.querySelector('p');
      const data = document.querySelector('[data-geo-offer]')?.textContent?.match(/price":"([^"]*)/)?.[1];
      if (p && data) {
        const widths = [...p.children].map((child) => child.getBoundingClientRect().width).join(' ');
        const shown = `${[...p.children].map((child) => (child as HTMLElement).innerText || child.shadowRoot?.textContent).join(' ')} ${widths} ${data}`;
        if (shown !== frames.at(-1)) frames.push(shown);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const framesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);
const offered = (page: Page) => page.locator('[data-geo-offer]').textContent();
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

for (const script of ['geolet.js', 'geolet-bindings.js']) {
  test(`${script}: prices stay as written, however late files are @rare`, async ({ page, site, expectLines }) => {
    // It fetches the elements, and says so.
    if (script !== 'geolet.js') expectLines(/late-elements/);
    site.page(body, { head: block({ prices: '/prices.json' }), tag: impatient.replace('geolet.js', script) });
    site.file('/prices.json', faults.body(JSON.stringify(book)));
    const { url, requests } = await site.front({ prices: book });
    await watch(page);
    const releaseFiles = await holdRequests(page, '**/geolet-{prices,offer}*');
    const releaseBook = await holdRequests(page, '**/prices.json');
    await page.goto(url);
    await page.waitForLoadState('load');
    await twoFrames(page);
    const offersFile = page.waitForResponse('**/geolet-offer*');
    releaseFiles();
    await offersFile;
    await twoFrames(page);
    releaseBook();
    await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
    await twoFrames(page);
    expect(await visibleText(page.locator('p'))).toBe(inFrance);
    expect(await offered(page)).toContain('"129","priceCurrency":"EUR"');
    expect(await framesOf(page)).toEqual([expect.stringContaining(inFrance)]);
    expect(requests.filter((path) => path === '/prices.json')).toHaveLength(1);
    await page.evaluate(() => geolet?.consent(false));
    await expect.poll(() => visibleText(page.locator('p'))).toBe(asWritten);
    expect(await offered(page)).toContain('"149.00","priceCurrency":"USD"');
  });
}

test('a link to another country shows its prices from the first frame @rare', async ({ page, site }) => {
  const prices = { boot: 'USD 149, EUR 139, JP: JPY 9000' };
  site.page(body.replaceAll(byPlace, prices.boot), { head: block({ prices: '/prices.json' }), tag: impatient });
  site.file('/prices.json', faults.body(JSON.stringify(prices)));
  const { url } = await site.front({ prices });
  await watch(page);
  const release = await holdRequests(page, '**/geolet-{link,countries}*');
  await page.goto(`${url}/?geo-choice=JP`);
  await page.waitForLoadState('load');
  await twoFrames(page);
  release();
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('link');
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  await twoFrames(page);
  expect(await framesOf(page)).toEqual([expect.stringMatching(/^(¥9,000 ){4}JPY .* 9000$/)]);
});

test('a book that cannot be fetched leaves its prices as written @rare', async ({ page, site, expectLines }) => {
  expectLines(/unusable-price-book/, /500 \(Internal Server Error\)/);
  site.page(body, { head: block({ prices: '/prices.json' }) });
  site.file('/prices.json', faults.status(500));
  const { url } = await site.front({ prices: book });
  await page.goto(url);
  await expect.poll(() => visibleText(page.locator('p'))).toBe('€129 $149 €129 $149 USD');
  await expect.poll(() => offered(page)).toContain('"149.00","priceCurrency":"USD"');
});

test('a former price that names a place changes nothing until its rules have come @rare', async ({ page, site }) => {
  site.page(
    `<p><geo-currency prices="USD 149, EUR 139" was="USD 169, FR: EUR 159">$149</geo-currency></p>${structured.replace('sku: boot', 'USD 149, EUR 139')}`,
  );
  const { url } = await site.front();
  await watch(page);
  const release = await holdRequests(page, '**/geolet-prices*');
  await page.goto(url);
  await page.waitForLoadState('load');
  await twoFrames(page);
  release();
  await expect.poll(() => page.locator('geo-currency').evaluate((element) => element.matches(':defined'))).toBe(true);
  await twoFrames(page);
  expect(await framesOf(page)).toEqual([expect.stringMatching(/^€139 .* 139$/)]);
});

test('a file of prices that never comes holds nothing back after a choice @rare', async ({ page, site }) => {
  site.page(`<p><b data-geo-text="{country}">you</b> <geo-text template="{country}">you</geo-text></p>${body}`);
  const { url } = await site.front();
  const release = await holdRequests(page, '**/geolet-prices*');
  await page.goto(url);
  const greeting = page.locator('p').first();
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('embedded');
  expect(await visibleText(greeting)).toBe('France France');
  await page.evaluate(() => geolet?.override({ country: 'JP', countryName: 'Japan' }));
  await expect.poll(() => visibleText(greeting)).toBe('Japan Japan');
  release();
});
