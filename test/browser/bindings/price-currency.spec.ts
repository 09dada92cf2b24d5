import { headTag } from '../../support/ways-to-install.ts';
import { answer, be } from '../elements/support.ts';
import { expectRightFrames, visitFirst, watched } from '../first-frame/support.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const book = { prices: { asterisk: 'USD 149, EUR 139, IN: USD 99' } };
const pay = (list = 'sku: asterisk') =>
  `<p data-geo-text="Pay in {price-currency}" data-geo-prices="${list}">Pay in dollars</p>`;

test('{price-currency} follows the visitor, another list, and the end', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>${pay()}</main>`, { head: block(book) }));
  const text = () => visibleText(page.locator('main'));
  await expect.poll(text).toBe('Pay in EUR');
  await be(page, 'US');
  await expect.poll(text).toBe('Pay in USD');
  await be(page, 'unknown');
  await expect.poll(text, 'the first price shows').toBe('Pay in USD');
  await be(page, undefined);
  await expect.poll(text).toBe('Pay in EUR');
  await page.evaluate(() => document.querySelector('p')?.setAttribute('data-geo-prices', 'USD 149, FR: GBP 119'));
  await expect.poll(text).toBe('Pay in GBP');
  await page.evaluate(() => {
    const late = document.createElement('p');
    late.dataset.geoText = '{price-currency:lower}';
    late.dataset.geoPrices = 'USD 1, EUR 2';
    document.querySelector('main')?.append(late);
  });
  await expect.poll(text).toBe('Pay in GBP eur');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await text()).toBe('Pay in dollars');
});

test('the next page is right from its first frame, also where the book has changed since', async ({ page, site }) => {
  const right = (text: string, markup: string) => `<div data-right="${text}">${markup}</div>`;
  const body = right('Pay in EUR', pay()) + right('Pay in EUR', pay('USD 149, EUR 139'));
  await visitFirst(page, site);
  await page.goto(site.page(body, { path: '/settled', head: block(book) }));
  await expect.poll(() => visibleText(page.locator('body'))).toBe('Pay in EUR Pay in EUR');
  await page.goto('about:blank');
  await expectRightFrames(page, site, [watched(headTag, body, block(book))]);
  const changed = block({ prices: { asterisk: 'USD 149, FR: GBP 119' } });
  await page.goto(site.page(pay(), { path: '/changed', head: changed }));
  await expect.poll(() => visibleText(page.locator('body'))).toBe('Pay in GBP');
});

for (const [name, markup, line] of [
  ['no list', '<a href="/" data-geo-href="/?in={price-currency}">A</a>', /unusable-template: <a/],
  [
    'a list that cannot be read',
    '<a href="/" data-geo-href="/?in={price-currency}" data-geo-prices="149">A</a>',
    /unusable-prices: <a/,
  ],
  [
    'a name that is not in the book',
    '<a href="/" data-geo-href="/?in={price-currency}" data-geo-prices="sku: none">A</a>',
    /unknown-sku: /,
  ],
] as const)
  test(`{price-currency} with ${name} stays as written, and is told`, async ({ page, site, lines, expectLines }) => {
    expectLines(line);
    answer(site, lyon);
    await open(page, site.page(`<main>${markup}</main>`, { head: block(book) }));
    await expect.poll(() => lines.length).toBe(1);
    await be(page, 'DE');
    await expect(page.getByRole('link')).toHaveAttribute('href', '/');
    expect(lines).toHaveLength(1);
  });

test('geolet.price() takes a name of the book, also of one at an address', async ({ page, site, expectLines }) => {
  expectLines(/unusable-prices: sku: none/);
  answer(site, lyon);
  const price = (list: string) => page.evaluate((text) => globalThis.geolet?.price(text), list);
  await open(page, site.page('', { head: block(book) }));
  expect(await price('sku: asterisk')).toMatchObject({ amount: 139, currency: 'EUR' });
  expect(await price('sku: none')).toBeUndefined();
  site.file('/prices.json', (_request, response) => response.end(JSON.stringify(book.prices)));
  await open(page, site.page('', { path: '/address', head: block({ prices: '/prices.json' }) }));
  expect(await price('sku: asterisk')).toMatchObject({ amount: 139, currency: 'EUR' });
});
