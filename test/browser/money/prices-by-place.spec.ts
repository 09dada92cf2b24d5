import { headTag } from '../../support/ways-to-install.ts';
import { answer, be } from '../elements/support.ts';
import { expectRightFrames, visitFirst, watched } from '../first-frame/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { asked, block, rates } from './support.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const element =
  '<geo-currency prices="USD 49, EUR 45, FR: EUR 41, CH: CHF 49" was="EUR 55, FR: EUR 50">$49</geo-currency>';
const binding = '<bdi data-geo-currency="USD 49, EUR 45, shops: EUR 40">$49</bdi>';
const groups = { shops: 'FR DE' };
const file = /geolet-prices/;

test('a list that names places shows the price of the visitor’s place, everywhere', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>${element} ${binding}</main>`, { head: block({ groups }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('€50 €41 €40');
  expect(asked(site, file)).toBe(1);
  await be(page, 'CH');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('CHF 49 $49');
  await be(page, 'currency: EUR');
  await expect
    .poll(() => visibleText(page.locator('main')), 'francs are for Switzerland, and euros were chosen')
    .toBe('€55 €45 €45');
});

test('the page’s own currency has the sign of its language, in a place of its own', async ({ page, site }) => {
  answer(site, { countryCode: 'IN', currencyCode: 'INR', language: 'hi-IN' });
  await open(page, site.page('<main><geo-currency prices="USD 49, IN: USD 19">$49</geo-currency></main>'));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$19');
});

test('the next page shows what the last one did from its first frame', async ({ page, site }) => {
  const right = (text: string, markup: string) => `<div data-right="${text}">${markup}</div>`;
  const body = right('€50 €41', element) + right('€40', binding);
  await visitFirst(page, site);
  await page.goto(site.page(body, { path: '/settled', head: block({ groups }) }));
  await expect.poll(() => visibleText(page.locator('body'))).toBe('€50 €41 €40');
  await page.goto('about:blank');
  const before = asked(site, file);
  await expectRightFrames(page, site, [watched(headTag, body, block({ groups }))]);
  expect(asked(site, file)).toBe(before);
});

test('another visitor, another choice or another list never gets what was kept', async ({ page, site }) => {
  answer(site, { countryCode: 'CH', currencyCode: 'CHF', isEU: false, language: 'de-CH' });
  const list = '<main><geo-currency prices="USD 49, CHF 50, CH: EUR 45">$49</geo-currency></main>';
  await open(page, site.page(list));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('€45');
  await be(page, 'country: CH; currency: CHF');
  await expect.poll(() => visibleText(page.locator('main')), 'chosen').toBe('CHF 50');
  await open(page, site.page(list, { path: '/chosen' }));
  await expect.poll(() => visibleText(page.locator('main')), 'and remembered').toBe('CHF 50');
  await open(page, site.page(list.replace('CHF 50', 'CHF 51'), { path: '/dearer' }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('CHF 51');
});

test.describe('with a guess', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });

  test('a price depends on no guess', async ({ page, site }) => {
    site.geo = () => {};
    const tag = '<script async src="/geolet.js" data-guess="on" data-timeout-ms="20000"></script>';
    const list =
      '<main><geo-currency prices="USD 49, JP: USD 39">$49</geo-currency> <b data-geo-text="{country}">x</b></main>';
    await page.goto(site.page(list, { tag }));
    await expect.poll(() => visibleText(page.locator('main'))).toContain('Japan');
    await expect.poll(() => asked(site, file)).toBe(1);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await visibleText(page.locator('main'))).toBe('$49 Japan');
  });

  test('a guess does not get what was kept for a visitor who was known', async ({ page, site }) => {
    answer(site, { countryCode: 'JP', countryName: 'Japan' });
    // Each view finds a record that is too old.
    const tag = '<script async src="/geolet.js" data-guess="on" data-stale-days="0" data-fresh-hours="0"></script>';
    const list =
      '<main><geo-currency prices="USD 49, JP: USD 39">$49</geo-currency> <b data-geo-text="{country}">x</b></main>';
    await page.goto(site.page(list, { tag }));
    await expect.poll(() => visibleText(page.locator('main'))).toBe('$39 Japan');
    await page.goto('about:blank');
    site.geo = () => {};
    await page.goto(site.page(list, { path: '/guessed', tag }));
    await expect.poll(() => visibleText(page.locator('main'))).toContain('Japan');
    expect(await page.evaluate(() => geolet?.visitor?.source)).toBe('guess');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await visibleText(page.locator('main'))).toBe('$49 Japan');
  });
});

test('what was kept does not show after a group of it is deleted', async ({ page, site, expectLines }) => {
  expectLines(/unusable-prices: <geo-currency prices="USD 49, IN: USD 19, shops: EUR 40">/);
  const body = '<main><geo-currency prices="USD 49, IN: USD 19, shops: EUR 40">$49</geo-currency></main>';
  answer(site, { countryCode: 'IN', currencyCode: 'INR' });
  await visitFirst(page, site);
  await page.goto(site.page(body, { path: '/first', head: block({ groups }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$19');
  await page.goto(site.page(body, { path: '/second', head: block({ groups: {} }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$49');
});

test('a list that cannot be used is told once, and stays as written', async ({ page, site, lines, expectLines }) => {
  expectLines(/unusable-prices: <geo-currency prices="USD 49, DEU: EUR 39">/);
  answer(site, lyon);
  const list = '<geo-currency prices="USD 49, DEU: EUR 39">$49</geo-currency>';
  await open(page, site.page(`<main>${element} ${list} ${list}</main>`));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('€50 €41 $49 $49');
  await expect.poll(() => lines.length).toBe(1);
  expect(await page.evaluate(() => geolet?.explain(document.querySelectorAll('geo-currency')[1]))).toContain(
    'there is no place "DEU"; did you mean DE?',
  );
});

test('who chose a currency sees the price of their place converted', async ({ page, site }) => {
  answer(site, { countryCode: 'IN', currencyCode: 'INR', language: 'en-IN' });
  const list = '<main><geo-currency prices="EUR 49, IN: EUR 10">€49</geo-currency></main>';
  await open(page, site.page(list, { head: block({ rates: rates() }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('€10');
  await be(page, 'currency: USD');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('≈ $11.00');
});
