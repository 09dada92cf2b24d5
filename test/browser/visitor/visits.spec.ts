import type { Page } from '@playwright/test';
import { visitors } from '../../support/visitors.ts';
import { stopClock } from '../support/clock.ts';
import { databaseContent, deleteDatabase } from './database.ts';
import { content, expect, expectText, holdRequests, inLyon, inOsaka, requestsFor, test } from './told.ts';

const hour = 3_600_000;
const day = 24 * hour;

const source = (page: Page) => page.evaluate(() => geolet?.visitor?.source);
const onlyIndexedDb = (page: Page) => page.evaluate(() => localStorage.clear());
async function firstVisit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectText(page, inLyon);
  // So that what comes next does not race the write.
  await expect.poll(() => databaseContent(page)).toEqual({ [`${new URL('/geo', url)}`]: expect.anything() });
}

test('a first visit asks once and is told once', async ({ page, site, told }) => {
  await firstVisit(page, site.page(content));
  expect(requestsFor('/geo', site)).toBe(1);
  expect(await told()).toEqual(['geo-ready network']);
});

test('what the browser itself knows is read once for the visitor and the facts of the page', async ({ page, site }) => {
  await page.addInitScript(() => {
    let reads = 0;
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => {
      reads += Number(query.includes('reduced-motion'));
      return matchMedia(query);
    };
    document.addEventListener('geo-ready', () => Reflect.set(globalThis, 'readsUntilReady', reads));
  });
  await firstVisit(page, site.page(content));
  await page.reload();
  await expectText(page, inLyon);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'readsUntilReady') as number)).toBe(1);
});

test('a repeat visit asks nothing while the record is fresh', async ({ page, site, told }) => {
  await page.clock.install();
  await firstVisit(page, site.page(content));
  await page.clock.fastForward(23 * hour);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(await page.evaluate(() => geolet?.visitor?.age)).toBeGreaterThanOrEqual(23 * 3600);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('the mirror alone is enough to ask nothing @rare', async ({ page, site, told }) => {
  await firstVisit(page, site.page(content));
  await deleteDatabase(page);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('the database alone answers beside the request, which waits for nothing @rare', async ({ page, site, told }) => {
  await firstVisit(page, site.page(content));
  await onlyIndexedDb(page);
  site.geo = () => {};
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(requestsFor('/geo', site)).toBe(2);
});

test('the database of a slow machine has its say half a second later @rare', async ({ page, site, told }) => {
  await firstVisit(page, site.page(content));
  await onlyIndexedDb(page);
  site.geo = () => {};
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const opened = new Promise<void>((resolve) => Reflect.set(globalThis, Symbol.for('open'), resolve));
    IDBFactory.prototype.open = function (name, version) {
      const opening = open.call(this, name, version);
      const holdBack = (listener: () => void) => opening.addEventListener('success', () => void opened.then(listener));
      Object.defineProperty(opening, 'onsuccess', { set: holdBack });
      return opening;
    };
  });
  await stopClock(page, Date.now());
  const requested = page.waitForRequest('**/geo');
  await page.reload();
  await requested;
  await page.clock.runFor(500);
  await page.evaluate(() => (Reflect.get(globalThis, Symbol.for('open')) as () => void)());
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
});

test('a stale record is used at once and refreshed behind', async ({ page, site, told }) => {
  await page.clock.install();
  await firstVisit(page, site.page(content));
  await page.clock.fastForward(25 * hour);
  site.visitor = visitors.osaka;
  const answer = await holdRequests(page);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  answer();
  await expectText(page, inOsaka);
  expect(await told()).toEqual(['geo-ready cache', 'geo-change network']);
  expect(requestsFor('/geo', site)).toBe(2);
});

test('a refresh that differs in nothing changes nothing and is not told', async ({ page, site, told }) => {
  await page.clock.install();
  await firstVisit(page, site.page(content));
  await page.clock.fastForward(25 * hour);
  await page.reload();
  await expect.poll(() => source(page)).toBe('network');
  expect(await told()).toEqual(['geo-ready cache']);
});

test("freshHours and staleDays are the owner's to set", async ({ page, site, told }) => {
  const tag = '<script async src="/geolet.js" data-fresh-hours="1" data-stale-days="2"></script>';
  await page.clock.install();
  await firstVisit(page, site.page(content, { tag }));
  await page.clock.fastForward(2 * hour);
  await page.reload();
  await expect.poll(() => source(page)).toBe('network');
  expect(await told()).toEqual(['geo-ready cache']);
  await page.clock.fastForward(3 * day);
  await page.reload();
  await expect.poll(() => told()).toEqual(['geo-ready network']);
});

test('after a clock was set back, the record is used and asked for anew @rare', async ({ page, site, told }) => {
  await page.clock.install();
  await firstVisit(page, site.page(content));
  await page.clock.setSystemTime(Date.now() - 3650 * day);
  site.visitor = visitors.osaka;
  await page.reload();
  await expectText(page, inOsaka);
  expect(await told()).toEqual(['geo-ready cache', 'geo-change network']);
  expect(await page.evaluate(() => geolet?.visitor?.age)).toBe(0);
});

test('a record of another endpoint on the same origin is not used @rare', async ({ page, site, told }) => {
  await firstVisit(page, site.page(content));
  site.file('/other-geo', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"countryCode":"JP","countryName":"Japan","city":"Osaka"}'),
  );
  await page.goto(
    site.page(content, { path: '/other', tag: '<script async src="/geolet.js" data-endpoint="/other-geo"></script>' }),
  );
  await expectText(page, inOsaka);
  expect(await told()).toEqual(['geo-ready network']);
});

test("a refresh asks past the browser's own cache @rare", async ({ page, site, told }) => {
  let country = 'FR';
  site.geo = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'private, max-age=600' })
      .end(JSON.stringify({ countryCode: country }));
  await page.goto(site.page(content));
  await expect.poll(() => told()).toEqual(['geo-ready network']);
  country = 'JP';
  await page.evaluate(() => geolet?.refresh());
  expect(await page.evaluate(() => geolet?.visitor?.countryCode)).toBe('JP');
  expect(await told()).toEqual(['geo-ready network', 'geo-change network']);
});
