import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { answer, be } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { asked, block, daysAgo, rates } from './support.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const list = 'USD 149, EUR 139.50, FR: EUR 129';
const file = /geolet-prices/;

const price = (page: Page, prices = list) => page.evaluate((text) => globalThis.geolet?.price(text), prices);

/** Collects the events from before the page's own scripts on. */
async function collect(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('geo-price', ({ target, detail }) =>
      told.push([target instanceof Element ? target.id : '', detail?.currency, detail?.amount, detail?.isWritten]),
    );
  });
}
const told = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'told') as unknown);
const forget = (page: Page) => page.evaluate(() => (Reflect.get(globalThis, 'told') as unknown[]).splice(0));

test.describe('geolet.price()', () => {
  test('gives the former price of a list in the price book', async ({ page, site }) => {
    answer(site, lyon);
    const prices = { shoe: { prices: list, was: 'FR: EUR 150' } };
    await open(
      page,
      site.page('<main><geo-currency sku="shoe">$149</geo-currency></main>', { head: block({ prices }) }),
    );
    expect(await price(page, 'sku: shoe')).toEqual({
      amount: 129,
      currency: 'EUR',
      isEstimate: false,
      was: 150,
      isWritten: false,
    });
    await expect.poll(() => visibleText(page.locator('main'))).toBe('€150 €129');
  });

  test('lets the prices of the page show, although a script asks before they do @rare', async ({ page, site }) => {
    answer(site, lyon);
    const asks = `<script>(window.geoletQueue ||= []).push((geolet) => void geolet.price('${list}'));</script>`;
    const body = `<main><geo-currency prices="${list}">$149</geo-currency> <bdi data-geo-currency="${list}">$149</bdi></main>`;
    await open(page, site.page(body, { head: asks }));
    await expect.poll(() => visibleText(page.locator('main'))).toBe('€129 €129');
  });

  test('gives the price that an element shows, before and after each choice', async ({ page, site }) => {
    answer(site, lyon);
    await open(page, site.page(`<main><geo-currency prices="${list}">$149</geo-currency></main>`));
    expect(await price(page)).toEqual({ amount: 129, currency: 'EUR', isEstimate: false, isWritten: false });
    await expect.poll(() => visibleText(page.locator('main'))).toBe('€129');
    await be(page, 'currency: EUR; country: DE');
    expect(await price(page)).toMatchObject({ amount: 139.5, currency: 'EUR' });
    await expect.poll(() => visibleText(page.locator('main'))).toBe('€139.50');
    await be(page, 'US');
    expect(await price(page)).toEqual({ amount: 149, currency: 'USD', isEstimate: false, isWritten: true });
    await be(page, 'unknown');
    expect(await price(page)).toMatchObject({ amount: 149, isWritten: true });
  });

  test('is asked before the visitor is known, and answers once they are', async ({ page, site }) => {
    answer(site, lyon);
    const early = `<script>(window.geoletQueue ||= []).push(async (geolet) => { window.early = await geolet.price('${list}') })</script>`;
    await open(page, site.page('', { head: early }));
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'early') as unknown))
      .toMatchObject({ amount: 129 });
  });

  test('gives the page’s own price without a record and before consent', async ({ page, site, expectLines }) => {
    expectLines(/http: 500/, /Failed to load/);
    site.geo = faults.status(500);
    await open(page, site.page(''));
    expect(await price(page)).toMatchObject({ amount: 149, currency: 'USD', isWritten: true });
    answer(site, lyon);
    const tag = scriptTag.replace('async', 'async data-consent="required"');
    await open(page, site.page('', { tag, path: '/consent' }));
    expect(await price(page)).toMatchObject({ amount: 149, isWritten: true });
    await page.evaluate(() => globalThis.geolet?.consent(true));
    await expect.poll(() => price(page)).toMatchObject({ amount: 129 });
  });

  test('uses the owner’s groups, although the parser has not reached them @rare', async ({ page, site }) => {
    answer(site, lyon);
    const early = `<script>(window.geoletQueue ||= []).push(async (geolet) => { window.early = await geolet.price('USD 149, shops: EUR 99') })</script>`;
    await open(page, site.page(block({ groups: { shops: 'FR' } }), { head: early }));
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'early') as unknown))
      .toMatchObject({ amount: 99 });
  });

  test('waits for rates, and says that the price is an estimate @rare', async ({ page, site }) => {
    answer(site, { countryCode: 'GB', currencyCode: 'GBP' });
    await open(page, site.page('', { head: block({ rates: rates() }) }));
    expect(await price(page, 'EUR 100, USD 110')).toEqual({
      amount: 88,
      currency: 'GBP',
      isEstimate: true,
      isWritten: false,
    });
    expect(await price(page, 'USD 100, GBP 70')).toMatchObject({ amount: 70, isEstimate: false });
  });

  test('waits for no rate that is not there, or too old @rare', async ({ page, site, expectLines }) => {
    expectLines(/unusable-rates/);
    answer(site, { countryCode: 'IN', currencyCode: 'INR' });
    const tag = scriptTag.replace('async', 'async data-timeout-ms="25000"');
    for (const [path, given] of Object.entries({ '/lacking': rates(), '/old': rates({ INR: 90 }, daysAgo(30)) })) {
      await open(page, site.page('', { tag, path, head: block({ rates: given }) }));
      const before = Date.now();
      expect(await price(page, 'EUR 100')).toMatchObject({ amount: 100, currency: 'EUR', isEstimate: false });
      expect(Date.now() - before).toBeLessThan(20_000);
    }
  });

  test('waits for rates that never come no longer than for the visitor @rare', async ({ page, site }) => {
    answer(site, { countryCode: 'GB', currencyCode: 'GBP' });
    site.file('/rates.json', () => {});
    const tag = scriptTag.replace('async', 'async data-timeout-ms="300"');
    await open(page, site.page('', { tag, head: block({ rates: '/rates.json' }) }));
    expect(await price(page, 'EUR 100')).toMatchObject({ amount: 100, currency: 'EUR', isWritten: true });
  });

  for (const [name, unusable] of [
    ['no list', '149 dollars'],
    ['an unknown place', 'USD 149, DEU: EUR 139'],
    ['nothing', ''],
  ] as const)
    test(`gives undefined for ${name}, and reports it`, async ({ page, site, expectLines }) => {
      expectLines(/unusable-prices/);
      answer(site, lyon);
      await open(page, site.page(''));
      expect(await price(page, unusable)).toBeUndefined();
    });

  test('gives undefined after the end, and where its file is refused', async ({ page, site, expectLines }) => {
    answer(site, lyon);
    await open(page, site.page(''));
    await page.evaluate(() => globalThis.geolet?.ready.then(() => globalThis.geolet?.destroy()));
    expect(await price(page)).toBeUndefined();
    expectLines(/file-refused: prices/, /Failed to load/);
    await page.route(file, (route) => route.abort());
    await open(page, site.page('', { path: '/refused' }));
    expect(await price(page)).toBeUndefined();
  });
});

test.describe('with a guess', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });

  test('geolet.price() and {price-currency} depend on no guess', async ({ page, site }) => {
    site.geo = () => {};
    const tag = '<script async src="/geolet.js" data-guess="on" data-timeout-ms="20000"></script>';
    const pay =
      '<p data-geo-text="{price-currency}" data-geo-prices="USD 149, JP: JPY 9000">dollars</p><p data-geo-text="{country}">x</p>';
    await page.goto(site.page(`<main>${pay}</main>`, { tag }));
    await expect.poll(() => visibleText(page.locator('main'))).toContain('Japan');
    await expect.poll(() => asked(site, file)).toBe(1);
    expect(await price(page, 'USD 149, JP: JPY 9000')).toMatchObject({ amount: 149, isWritten: true });
    expect(await visibleText(page.locator('main'))).toBe('dollars Japan');
  });
});

test.describe('geo-price', () => {
  const body = `<main>
    <geo-currency id="element" prices="${list}" was="FR: EUR 159">$149</geo-currency>
    <b id="binding" data-geo-currency="USD 149, EUR 139">$149</b>
    <b id="limited" data-geo-when="country: DE" data-geo-currency="USD 149, EUR 139">$149</b>
    <geo-currency id="dollars" prices="USD 149, JPY 9000">$149</geo-currency>
  </main>`;
  const ofLyon = [
    ['element', 'EUR', 129, false],
    ['binding', 'EUR', 139, false],
  ];

  test('comes for each price that is not the page’s own, and after each change of it', async ({ page, site }) => {
    answer(site, lyon);
    await collect(page);
    await open(page, site.page(body));
    await price(page);
    await expect.poll(() => told(page)).toEqual(ofLyon);
    await forget(page);
    await be(page, 'DE');
    await expect
      .poll(() => told(page))
      .toEqual([
        ['element', 'EUR', 139.5, false],
        ['limited', 'EUR', 139, false],
      ]);
    await forget(page);
    await be(page, 'US');
    await expect
      .poll(() => told(page))
      .toEqual([
        ['element', 'USD', 149, true],
        ['binding', 'USD', 149, true],
        ['limited', 'USD', 149, true],
      ]);
  });

  test('has the same as geolet.price()', async ({ page, site }) => {
    answer(site, lyon);
    await page.addInitScript(() =>
      document.addEventListener('geo-price', ({ detail }) => Object.assign(globalThis, { detail }), { once: true }),
    );
    await open(page, site.page(body));
    const given = await price(page);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'detail') as unknown))
      .toEqual({ ...given, was: 159 });
  });

  test('does not come without a change, before geolet.price(), or after the end @rare', async ({ page, site }) => {
    answer(site, lyon);
    await collect(page);
    await open(page, site.page(body));
    await be(page, 'DE');
    await be(page, undefined);
    expect(await told(page)).toEqual([]);
    await price(page);
    await expect.poll(() => told(page)).toEqual(ofLyon);
    await be(page, 'country: FR; currency: EUR');
    await page.evaluate(() => globalThis.geolet?.refresh());
    expect(await told(page)).toEqual(ofLyon);
    await page.evaluate(() => globalThis.geolet?.destroy());
    await be(page, 'US');
    expect(await told(page)).toEqual(ofLyon);
  });

  test('comes for elements that come later, in shadow trees, and for another list @rare', async ({ page, site }) => {
    answer(site, lyon);
    await collect(page);
    await open(page, site.page('<main></main>'));
    await price(page);
    await page.evaluate(() => {
      const host = document.querySelector('main') as HTMLElement;
      host.innerHTML = '<geo-currency id="late" prices="USD 1, EUR 2">$1</geo-currency><div id="host"></div>';
      const root = host.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (root) root.innerHTML = '<geo-currency id="inside" prices="USD 1, EUR 3">$1</geo-currency>';
    });
    await expect
      .poll(() => told(page))
      .toEqual([
        ['late', 'EUR', 2, false],
        ['host', 'EUR', 3, false],
      ]);
    await forget(page);
    await page.evaluate(() => document.querySelector('#late')?.setAttribute('prices', 'USD 1, EUR 4'));
    await expect.poll(() => told(page)).toEqual([['late', 'EUR', 4, false]]);
    await forget(page);
    await be(page, 'unknown');
    await expect
      .poll(() => told(page))
      .toEqual([
        ['late', 'USD', 1, true],
        ['host', 'USD', 1, true],
      ]);
  });

  test('does not come for an element whose update was cancelled @rare', async ({ page, site }) => {
    answer(site, lyon);
    await collect(page);
    await open(page, site.page(body));
    await price(page);
    await expect.poll(() => told(page)).toEqual(ofLyon);
    await forget(page);
    await page.evaluate(() =>
      document.querySelector('#element')?.addEventListener('geo-before-update', (event) => event.preventDefault()),
    );
    await be(page, 'DE');
    await expect.poll(() => told(page)).toEqual([['limited', 'EUR', 139, false]]);
    expect(await visibleText(page.locator('#element'))).toContain('€129');
  });
});
