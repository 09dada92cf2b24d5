import type { Page } from '@playwright/test';
import { inPieces } from '../../support/first-frame.ts';
import { scriptTag } from '../../support/site.ts';
import { expect, open, settled, test, visibleText } from '../support/test.ts';

const body = '<p><b data-geo-text="Hello {city}" title="written" data-geo-title="{city}">Hello you</b></p>';
const manual = '<script async src="/geolet.js" data-bindings="manual"></script>';

const read = async (page: Page) => [
  await visibleText(page.locator('p')),
  await page.locator('b').getAttribute('title'),
];

test('a page that is bound by hand is put back first, so that the way back is there', async ({ page, site }) => {
  site.page(body, { tag: manual });
  const { url } = await site.front();
  await open(page, url);
  await page.evaluate(() => globalThis.geolet?.scan());
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  expect(await read(page)).toEqual(['Hello Lyon', 'Lyon']);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await read(page)).toEqual(['Hello you', 'written']);
});

test('a page that asks for a scan before geolet.js is there is put back first', async ({ page, site }) => {
  site.page(body, {
    tag: `<script>(window.geoletQueue ||= []).push((geolet) => geolet.scan());</script>${manual}`,
  });
  const { url } = await site.front();
  await open(page, url);
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await read(page)).toEqual(['Hello you', 'written']);
});

test('what the server has written is no mistake of the page', async ({ page, site }) => {
  site.page(`${body}<p data-geo-txt="{city}">Misspelt</p>`);
  const { url } = await site.front({ choiceCookie: 'shop-choice' });
  await open(page, url);
  const inspection = await page.evaluate(async () => geolet?.inspect());
  expect(inspection?.findings.filter((line) => line.includes('is not a Geolet attribute'))).toEqual([
    expect.stringContaining('data-geo-txt'),
  ]);
});

test('a page that is bound by hand stays as the server wrote it until then', async ({ page, site }) => {
  site.page(body, { tag: manual });
  const { url, requests } = await site.front();
  await open(page, url);
  expect(await read(page)).toEqual(['Hello Lyon', 'Lyon']);
  expect(await page.locator('[data-geolet-was]').count()).toBe(2);
  expect(requests.filter((path) => path.includes('edge'))).toEqual([]);
});

test('an element that comes after geolet.js gets the shadow tree that was written', async ({ page, site }) => {
  const { url } = await site.front();
  // The files are in the browser's cache then.
  site.page('<geo-if country="FR">A</geo-if>');
  await open(page, url);
  let send = (_piece: string) => {};
  site.file('/slow', (request, response) => {
    inPieces(
      [
        `<!doctype html><html lang="en"><head><title>Shop</title>${scriptTag}</head><body><geo-if country="FR">A</geo-if>`,
      ],
      1e6,
    )(request, response);
    send = (piece) => response.end(piece);
  });
  await page.goto(`${url}/slow`, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  send('<main><geo-if country="DE">A<b slot="else" hidden>B</b></geo-if></main>');
  await settled(page);
  expect(await page.locator('geo-if template').count()).toBe(0);
  expect(await visibleText(page.locator('main'))).toBe('B');
});

test('a page follows its visitor’s choice once its response has ended, and not before', async ({ page, site }) => {
  const { url } = await site.front();
  let end = () => {};
  site.file('/', (request, response) => {
    const greeting = '<b data-geo-text="{country}">you</b> <geo-text template="{country}">you</geo-text>';
    inPieces([`<!doctype html><html lang="en"><head>${scriptTag}</head><body><p>${greeting}</p><i></i>`], 1e6)(
      request,
      response,
    );
    end = () => response.end();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  await page.evaluate(async () => {
    void globalThis.geolet?.override({ country: 'JP', countryName: 'Japan' });
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(await visibleText(page.locator('p'))).toBe('France France');
  end();
  await expect.poll(() => visibleText(page.locator('p'))).toBe('Japan Japan');
});

test('a second scan of a page does not wait', async ({ page, site }) => {
  site.page(body, { tag: manual });
  const { url } = await site.front();
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
