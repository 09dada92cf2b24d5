import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { be, nextFrame } from '../elements/support.ts';
import { expect, open, test } from '../support/test.ts';

const tag = (settings: string) => scriptTag.replace('data-', `${settings} data-`);
const inFrance = { geo_country: 'FR', geo_continent: 'EU', geo_currency: 'EUR', geo_eu: 'yes', geo_source: 'network' };
/** Calls of gtag are `arguments`. */
const queue = (page: Page) =>
  page.evaluate(() =>
    Array.from((globalThis.dataLayer ?? []) as unknown as unknown[], (entry) =>
      Object.prototype.toString.call(entry) === '[object Arguments]'
        ? { arguments: Array.from(entry as ArrayLike<unknown>) }
        : entry,
    ),
  );
const pushed = (page: Page) => expect.poll(async () => (await queue(page)).length);

test('pushes one event with the country alone, after geo-ready', async ({ page, site }) => {
  const head =
    "<script>dataLayer = [{ event: 'own' }]; addEventListener('geo-ready', () => dataLayer.push('ready'))</script>";
  await open(page, site.page('', { tag: tag('data-analytics="dataLayer"'), head }));
  await pushed(page).toBe(3);
  expect(await queue(page)).toEqual([{ event: 'own' }, 'ready', { event: 'geo_ready', ...inFrance }]);
  await be(page, 'JP');
  await page.evaluate(() => globalThis.geolet?.refresh());
  await nextFrame(page);
  expect(await queue(page)).toHaveLength(3);
});

test('calls gtag where the page has it, and queues for it where it comes later @rare', async ({ page, site }) => {
  const url = (head: string) => site.page('', { tag: tag('data-analytics="gtag"'), head });
  await open(page, url('<script>calls = []; gtag = (...call) => calls.push(call)</script>'));
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'calls') as unknown))
    .toEqual([['event', 'geo_ready', inFrance]]);
  expect(await queue(page)).toEqual([]);
  await open(page, url(''));
  await pushed(page).toBe(1);
  expect(await queue(page)).toEqual([{ arguments: ['event', 'geo_ready', { ...inFrance, geo_source: 'cache' }] }]);
});

test('waits for consent, and comes once with the record', async ({ page, site }) => {
  await open(page, site.page('', { tag: tag('data-analytics="dataLayer" data-consent="required"') }));
  await expect.poll(() => site.requests.some((path) => path.includes('analytics'))).toBe(true);
  await nextFrame(page);
  expect(await queue(page)).toEqual([]);
  await be(page, 'JP');
  expect(await queue(page)).toEqual([]);
  await page.evaluate(() => globalThis.geolet?.reset());
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await pushed(page).toBe(1);
  expect(await queue(page)).toEqual([{ event: 'geo_ready', ...inFrance }]);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await nextFrame(page);
  expect(await queue(page)).toHaveLength(1);
});

test('marks a choice, and says of nobody known only that @rare', async ({ page, site }) => {
  const url = site.page('', { tag: tag('data-analytics="dataLayer"') });
  await open(page, url);
  await be(page, 'JP');
  await open(page, url);
  await pushed(page).toBe(1);
  expect(await queue(page)).toEqual([
    {
      event: 'geo_ready',
      geo_country: 'JP',
      geo_continent: 'AS',
      geo_currency: 'JPY',
      geo_eu: 'no',
      geo_source: 'choice',
    },
  ]);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  site.visitor = visitors.nowhere;
  await open(page, url);
  await pushed(page).toBe(1);
  expect(await queue(page)).toEqual([{ event: 'geo_ready', geo_source: 'network' }]);
});

test('a page element by the name of the queue breaks nothing @rare', async ({ page, site }) => {
  await open(
    page,
    site.page('<form id="dataLayer"></form><b data-geo-text="{country}">x</b>', {
      tag: tag('data-analytics="dataLayer"'),
    }),
  );
  await expect.poll(() => site.requests.some((path) => path.includes('analytics'))).toBe(true);
  await expect(page.locator('b')).toHaveText('France');
});
