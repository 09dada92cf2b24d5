import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { plantedBlock, plantedOffers } from '../../support/planted-offers.ts';
import { answer, be } from '../elements/support.ts';
import { expect, open, test, eachRow } from '../support/test.ts';
import { block, rates } from './support.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const list = 'USD 149, EUR 139.50, IN: USD 99';
const offer = '{ "@type": "Offer", "price": "149", "priceCurrency": "USD" }';
const data = (attributes = ` data-geo-offer="${list}"`, text = offer) =>
  `<script type="application/ld+json"${attributes}>${text}</script>`;
const asWritten = offer;
const inEuros = offer.replace('149', '139.50').replace('USD', 'EUR');

const blockText = (page: Page) => page.locator('script[type="application/ld+json"]').first().textContent();

test('JSON-LD says the price of the visitor, and to everybody else what was written', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main>${data()}`));
  await expect.poll(() => blockText(page)).toBe(inEuros);
  await be(page, 'IN');
  await expect.poll(() => blockText(page)).toBe(offer.replace('149', '99'));
  await be(page, 'US');
  await expect.poll(() => blockText(page)).toBe(asWritten);
  await be(page, 'currency: EUR');
  await expect.poll(() => blockText(page)).toBe(inEuros);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await blockText(page)).toBe(asWritten);
});

test('the settings are for the platform’s block, the first with an offer', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const body = `${data('', '{"@type":"WebPage"}')}${data('')}${data('')}`;
  await open(page, site.page(`<main>x</main>${body}`, { head: block({ offer: { prices: list } }) }));
  const texts = () => page.locator('script[type="application/ld+json"]').allTextContents();
  await expect.poll(texts).toEqual(['{"@type":"WebPage"}', inEuros, asWritten]);
  expectLines(/unusable-offer: <script>: the settings are for the first offer/);
});

test('a list has its name in the price book, in the page and at an address', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const offers = data(' data-geo-offer="sku: shoe"') + data(' data-geo-offer="sku: hat"');
  await open(page, site.page(`<main>x</main>${offers}`, { head: block({ prices: { shoe: list } }) }));
  const texts = () => page.locator('script[type="application/ld+json"]').allTextContents();
  await expect.poll(texts).toEqual([inEuros, asWritten]);
  expectLines(/unknown-sku: <script data-geo-offer="sku: hat">/);
  site.file('/prices.json', faults.body(JSON.stringify({ shoe: list })));
  const head = block({ prices: '/prices.json', offer: { sku: 'shoe' } });
  await open(page, site.page(`<main>x</main>${data('')}`, { head, path: '/next' }));
  await expect.poll(texts).toEqual([inEuros]);
});

test('microdata say it in their attributes and texts', async ({ page, site }) => {
  answer(site, lyon);
  const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><p itemprop="price">149</p><p itemprop="seller" itemscope><b itemprop="price">1</b></p></div>`;
  await open(page, site.page(`<main>${item}</main>`));
  await expect(page.locator('[itemprop=price]')).toHaveText(['139.50', '1']);
  await expect(page.locator('meta[itemprop]')).toHaveAttribute('content', 'EUR');
  await be(page, 'unknown');
  await expect(page.locator('[itemprop=price]')).toHaveText(['149', '1']);
  await expect(page.locator('meta[itemprop]')).toHaveAttribute('content', 'USD');
});

test('microdata with a specification of the price stay as written, and are told', async ({
  page,
  site,
  expectLines,
}) => {
  answer(site, lyon);
  const former =
    '<p itemprop="priceSpecification" itemscope itemtype="https://schema.org/UnitPriceSpecification"><b itemprop="price">159</b><b itemprop="priceCurrency">USD</b></p>';
  const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><i itemprop="price">149</i>${former}</div>`;
  await open(page, site.page(`<main>${item}</main>`));
  expectLines(/unusable-offer/);
  await expect(page.locator('i')).toHaveText('149');
  await expect(page.locator('meta[itemprop]')).toHaveAttribute('content', 'USD');
});

for (const [written, change, expected] of [
  ['the amount alone', { price: '159' }, '159 USD'],
  ['the amount in another element', { price: '159', isNew: true }, '159 USD'],
  ['both', { price: '159', currency: 'EUR' }, '159 EUR'],
  ['the currency alone', { currency: 'GBP' }, '149 GBP'],
] as const)
  test(`microdata of which a script writes ${written} are the owner’s in that @rare`, async ({ page, site }) => {
    answer(site, lyon);
    const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><p><b itemprop="price">149</b></p></div>`;
    await open(page, site.page(`<main>${item}</main>`));
    const price = page.locator('[itemprop=price]');
    const currency = page.locator('meta[itemprop]');
    await expect(price).toHaveText('139.50');
    await page.evaluate(
      ({ price: amount, currency: code, isNew }: { price?: string; currency?: string; isNew?: boolean }) => {
        const node = document.querySelector('[itemprop=price]');
        if (isNew && node?.parentElement) node.parentElement.innerHTML = `<i itemprop="price">${amount}</i>`;
        else if (amount && node) node.textContent = amount;
        if (code) document.querySelector('meta[itemprop]')?.setAttribute('content', code);
      },
      change,
    );
    // A list is for its first price alone.
    const [amount = '', code = ''] = expected.split(' ');
    await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
    await expect(price).toHaveText(amount);
    await expect(currency).toHaveAttribute('content', code);
    await price.evaluate((node) => (node.textContent = '149.00'));
    await page.locator('meta[itemprop]').evaluate((meta) => meta.setAttribute('content', 'USD'));
    await expect(price).toHaveText('139.50');
    await expect(currency).toHaveAttribute('content', 'EUR');
  });

for (const [what, change] of [
  ['that nobody can read', (price: Element) => void (price.textContent = '$159')],
  ['that is gone', (price: Element) => price.remove()],
] as const)
  test(`microdata with a price ${what} have the owner’s currency @rare`, async ({ page, site, expectLines }) => {
    answer(site, lyon);
    const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><p><b itemprop="price">149</b></p></div>`;
    await open(page, site.page(`<main>${item}</main>`));
    const price = page.locator('[itemprop=price]');
    const currency = page.locator('meta[itemprop]');
    await expect(price).toHaveText('139.50');
    await price.evaluate(change);
    await expect(currency).toHaveAttribute('content', 'USD');
    await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
    expectLines(/unusable-offer: <div/);
    await page.evaluate(() => {
      const around = document.querySelector('[itemscope] p');
      if (around) around.innerHTML = '<b itemprop="price">149.00</b>';
    });
    await expect(price).toHaveText('139.50');
    await expect(currency).toHaveAttribute('content', 'EUR');
    await page.evaluate(() => globalThis.geolet?.destroy());
    await expect(price).toHaveText('149.00');
    await expect(currency).toHaveAttribute('content', 'USD');
  });

test('a meta element that is for the browser is never written @rare', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><meta itemprop="price" http-equiv="refresh" content="149"></div>`;
  await open(page, site.page(`<main>${item}</main>`, { head: '<meta name="x">' }));
  expectLines(/unusable-offer: .*or a meta element with http-equiv/);
  await expect(page.locator('meta[itemprop=price]')).toHaveAttribute('content', '149');
});

test('a block that a script replaces is read again', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main>${data()}`));
  await expect.poll(() => blockText(page)).toBe(inEuros);
  const replaced = offer.replace('149', '149.00');
  await page.evaluate((text) => {
    const script = document.querySelector('script[type="application/ld+json"]');
    if (script) script.textContent = text;
  }, replaced);
  await expect.poll(() => blockText(page)).toBe(inEuros);
  await be(page, 'US');
  await expect.poll(() => blockText(page)).toBe(replaced);
});

test('a block that becomes a script is not written any more @rare', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main>${data()}`));
  await expect.poll(() => blockText(page)).toBe(inEuros);
  await page.evaluate(() => document.querySelector('script[data-geo-offer]')?.setAttribute('type', 'text/plain'));
  await be(page, 'IN');
  expect(await page.locator('script[data-geo-offer]').textContent()).toBe(inEuros);
  expectLines(/unusable-offer: .*its type must be application\/ld\+json/);
});

test('a script of another type is left as it is @rare', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const script = `<script type="text/plain" data-geo-offer="${list}">${offer}</script>`;
  await open(page, site.page(`<main>x</main>${script}`));
  expectLines(/unusable-offer: .*its type must be application\/ld\+json/);
  expect(await page.locator('script[type="text/plain"]').textContent()).toBe(offer);
});

test('an estimate is never written', async ({ page, site }) => {
  answer(site, { ...lyon, countryCode: 'JP', currencyCode: 'JPY' });
  const body = `<main><geo-currency prices="USD 149">$149</geo-currency></main>${data(' data-geo-offer="USD 149"')}`;
  await open(page, site.page(body, { head: block({ rates: rates() }) }));
  await expect(page.locator('geo-currency:state(estimate)')).toHaveCount(1);
  expect(await blockText(page)).toBe(asWritten);
});

test('a policy for trusted types without exceptions is kept @rare', async ({ page, site }) => {
  answer(site, lyon);
  const policy = `<meta http-equiv="content-security-policy" content="require-trusted-types-for 'script'; trusted-types 'none'">`;
  await open(page, site.page(`<main>x</main>${data()}`, { head: policy }));
  await expect.poll(() => blockText(page)).toBe(inEuros);
});

test('a list that cannot be used is reported, and the block stays as written', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main>${data(' data-geo-offer="149 dollars"')}`));
  expectLines(/unusable-prices: <script data-geo-offer="149 dollars">/);
  expect(await blockText(page)).toBe(asWritten);
});

test('explain() says what is wrong with an offer @rare', async ({ page, expectLines, lines }) => {
  const rows = plantedOffers;
  await eachRow(
    rows.map((row) => [row.name, row] as const),
    page,
    async ([, { block: settings, markup, words, code }], site) => {
      lines.length = 0;

      answer(site, lyon);
      expectLines(...(code === undefined ? [] : [new RegExp(`${code}: `)]));
      await open(page, site.page(`<main>x</main>${markup}`, { head: plantedBlock(settings) }));
      await expect.poll(() => page.evaluate(() => globalThis.geolet?.explain())).toContain(words);
    },
  );
});

test('in a part that is ignored, nothing is written', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main><div data-geo-ignore>${data()}</div>`));
  await be(page, 'IN');
  expect(await blockText(page)).toBe(asWritten);
});

test('what a server has written for one visitor is put back for another @rare', async ({ page, site }) => {
  answer(site, { countryCode: 'US', currencyCode: 'USD' });
  const written = (mark: string) => data(` data-geo-offer="${list}" data-geolet-offer="${mark}"`, inEuros);
  await open(page, site.page(`<main>x</main>${written('149 USD 139.50 EUR')}`));
  await expect.poll(() => blockText(page)).toBe(asWritten);
  await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
});

test('what says no list any more is as written again @rare', async ({ page, site }) => {
  answer(site, lyon);
  const item = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><p itemprop="price">149</p></div>`;
  await open(page, site.page(`<main>${item}</main>${data()}`));
  const price = page.locator('[itemprop=price]');
  await expect.poll(async () => [await blockText(page), await price.textContent()]).toEqual([inEuros, '139.50']);
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-geo-offer]')) element.removeAttribute('data-geo-offer');
  });
  await expect.poll(async () => [await blockText(page), await price.textContent()]).toEqual([asWritten, '149']);
  await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
});

test('a mark brings nothing but a price into a block @rare', async ({ page, site }) => {
  answer(site, { countryCode: 'US', currencyCode: 'USD' });
  const html = `<main>x</main>${data(` data-geo-offer="${list}" data-geolet-offer="&quot;},{ USD 139.50 EUR"`)}`;
  await open(page, site.page(html));
  await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
  expect(await blockText(page)).toBe(asWritten);
});

test('a script that writes the block back each time is given up @rare', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const stubborn = `<script>new MutationObserver(() => { const block = document.querySelector('[data-geo-offer]'); if (block && block.textContent !== before) block.textContent = before; }).observe(document, { subtree: true, childList: true, characterData: true }); const before = '${offer}';</script>`;
  expectLines(/unusable-offer: .*another script writes it back each time/);
  const told = page.waitForEvent('console', (line) => line.text().includes('unusable-offer'));
  await open(page, site.page(`<main>x</main>${data()}${stubborn}`));
  await told;
  expect(await blockText(page)).toBe(asWritten);
});

test('a copy of the page that comes back is the owner’s page for another visitor @rare', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>${data()}</main>`));
  await expect.poll(() => blockText(page)).toBe(inEuros);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const copy = main?.cloneNode(true);
    main?.replaceChildren();
    if (copy) main?.replaceWith(copy);
  });
  await be(page, 'US');
  await expect.poll(() => blockText(page)).toBe(asWritten);
});

/** What is said of the first block, or of an offer in microdata. */
const why = (page: Page, selector = 'script[type="application/ld+json"]') =>
  page.evaluate(
    async (selector) => (await globalThis.geolet?.explain(document.querySelector(selector) ?? undefined)) ?? '',
    selector,
  );

test('explain() says what a block says, and why', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>x</main>${data()}`));
  await expect.poll(() => why(page)).toContain(' says 139.50 EUR instead of 149 USD');
  expect(await why(page)).toContain("and the visitor's currency is EUR, which is in the list");
  await be(page, 'IN');
  await expect.poll(() => why(page)).toContain('says 99 USD instead of 149 USD');
  expect(await why(page)).toContain('\n  the list has a price for IN, where the visitor is');
  await be(page, 'US');
  await expect.poll(() => why(page)).toContain('says 149 USD, as written');
});

test('explain() says why an offer stays as written', async ({ page, site, expectLines }) => {
  answer(site, { ...lyon, countryCode: 'JP', currencyCode: 'JPY' });
  expectLines(/unusable-offer/);
  const two = data(' data-geo-offer="USD 149" id="two"', `[${offer},${offer}]`);
  const body = `<main><geo-currency prices="USD 149">$149</geo-currency></main>${data(' data-geo-offer="USD 149"')}${two}<div data-geo-ignore>${data(' data-geo-offer="USD 149" id="off"')}</div>`;
  await open(page, site.page(body, { head: block({ rates: rates() }) }));
  await expect(page.locator('geo-currency:state(estimate)')).toHaveCount(1);
  expect(await why(page)).toContain('says 149 USD, as written');
  expect(await why(page)).toContain('\n  an estimate is never written into structured data');
  expect(await why(page, '#two')).toContain('\n  unusable-offer: it has 2 offers, and only one can be written');
  expect(await why(page, '#off')).toContain(
    'leaves its offer as written: data-geo-ignore on <div data-geo-ignore> turns it off',
  );
});
