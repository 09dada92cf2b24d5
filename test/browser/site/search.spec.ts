import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect } from '../support/test.ts';
import { test } from './support.ts';

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill(words);
}

test('the search finds a page by its words, and leads to the section', async ({ page, built }) => {
  await page.goto(`${built}/docs/index.html`);
  await search(page, 'geo-currency');
  await expect(page.locator('#search-status')).toHaveText(/^\d results for “geo-currency”$/);
  const result = page.getByRole('link', { name: '<geo-currency> Elements' });
  await expect(result.locator('mark').first()).toBeVisible();
  await result.click();
  await expect(page).toHaveURL(/\/geolet\/[\w/-]+\.html#[\w-]+$/);
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport();
});

test('the search forgives a typing error, and shows which words it has found @rare', async ({ page, built }) => {
  await page.goto(`${built}/docs/index.html`);
  await search(page, 'woocomerce prodcts');
  const first = page.locator('#search-results a').first();
  await expect(first).toHaveText(/^Prices of products in WooCommerce WordPress/);
  await expect(first.locator('mark').first()).toHaveText(/WooCommerce|product/i);
});

test('the search can be used on a phone, in the dark and from right to left @rare', async ({ browser, built }) => {
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.goto(`${built}/docs/markup.html`);
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await search(page, 'prices in euros');
    await expect(page.locator('#search-status')).toHaveText(/results for “prices in euros”/);
    const panel = await page.locator('#search-panel').boundingBox();
    expect(panel?.x).toBeGreaterThanOrEqual(0);
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await violations(page), direction).toEqual([]);
  }
  await page.close();
});

test('the search is fetched when it is first used, and asks no other host @rare', async ({ page, built }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${built}/docs/markup.html`);
  await page.evaluate(() => document.fonts.ready);
  const ofSearch = /search\.json|section-search\.js|minisearch/;
  expect(requests.filter((url) => ofSearch.test(url))).toEqual([]);
  await search(page, 'consent');
  await expect(page.locator('#search-results > li').first()).toBeVisible();
  expect(requests.filter((url) => ofSearch.test(url))).toHaveLength(3);
  expect(requests.filter((url) => !url.startsWith(`${built}/`))).toEqual([]);
});

test('the search is worked by keyboard alone @rare', async ({ page, built }) => {
  await page.goto(`${built}/docs/index.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('proxy');
  await expect(page.locator('#search-results > li').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const first = page.locator('#search-results a').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#search-panel')).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('the search does not come up in a page that has no scripts @rare', async ({ browser, built }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${built}/docs/markup.html`);
  await expect(page.getByRole('heading', { name: 'Markup', level: 1 })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.close();
});

test('code is copied as it is written @rare', async ({ page, built }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${built}/docs/recipes.html`);
  const block = page.locator('.code').first();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.locator('code').textContent());
});
