import type { Page } from '@playwright/test';
import { test } from '../support/pages.ts';
import { expect, open, visibleText } from '../support/test.ts';

const body = '<p><b data-geo-text="Hello {city}" title="written" data-geo-title="{city}">Hello you</b></p>';
const manual = '<script async src="/geolet.js" data-bindings="manual"></script>';

const read = async (page: Page) => [
  await visibleText(page.locator('p')),
  await page.locator('b').getAttribute('title'),
];

test('a page that is bound by hand is put back first, so that the way back is there', async ({ page, site, front }) => {
  site.page(body, { tag: manual });
  const { url } = await front();
  await open(page, url);
  await page.evaluate(() => globalThis.geolet?.scan());
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  expect(await read(page)).toEqual(['Hello Lyon', 'Lyon']);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await read(page)).toEqual(['Hello you', 'written']);
});

test('a page that asks for a scan before geolet.js is there is put back first', async ({ page, site, front }) => {
  site.page(body, {
    tag: `<script>(window.geoletQueue ||= []).push((geolet) => geolet.scan());</script>${manual}`,
  });
  const { url } = await front();
  await open(page, url);
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await read(page)).toEqual(['Hello you', 'written']);
});

test('a page that is bound by hand stays as the server wrote it until then', async ({ page, site, front }) => {
  site.page(body, { tag: manual });
  const { url, requests } = await front();
  await open(page, url);
  expect(await read(page)).toEqual(['Hello Lyon', 'Lyon']);
  expect(await page.locator('[data-geolet-was]').count()).toBe(2);
  expect(requests.filter((path) => path.includes('edge'))).toEqual([]);
});

test('a second scan of a page does not wait', async ({ page, site, front }) => {
  site.page(body, { tag: manual });
  const { url } = await front();
  await open(page, url);
  await page.evaluate(() => globalThis.geolet?.scan());
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  const text = await page.evaluate(() => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<i data-geo-text="{country}">here</i>';
    globalThis.geolet?.scan(root);
    return root.textContent;
  });
  expect(text).toBe('France');
});
