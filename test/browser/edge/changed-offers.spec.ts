import { answer, be } from '../elements/support.ts';
import { expect, test } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

const list = 'USD 149, EUR 139.50';
const microdata = `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><p><b itemprop="price">149</b></p></div>`;
const block = `<script type="application/ld+json" data-geo-offer="${list}">{"@type":"Offer","price":"149","priceCurrency":"USD"}</script>`;
const amount = "document.querySelector('[itemprop=price]')";
const currency = "document.querySelector('meta[itemprop]').content";

/** What the structured data say: `EUR 139.50`. */
function offered(): string {
  const text = document.querySelector('script[data-geo-offer]')?.textContent;
  if (text) return text.replace(/.*"price":"([^"]*)","priceCurrency":"([^"]*)".*/, '$2 $1');
  const code = document.querySelector('meta[itemprop]')?.getAttribute('content') ?? '';
  return `${code} ${document.querySelector('[itemprop=price]')?.textContent ?? ''}`.trim();
}

for (const [what, offer, script, inFrance, written] of [
  ['the amount alone', microdata, `${amount}.textContent = '299'`, 'USD 299', 'USD 299'],
  ['the currency alone', microdata, `${currency} = 'GBP'`, 'GBP 149', 'GBP 149'],
  ['both', microdata, `${amount}.textContent = '299'; ${currency} = 'GBP'`, 'GBP 299', 'GBP 299'],
  ['a price that nobody can read', microdata, `${amount}.textContent = '$299'`, 'USD $299', 'USD $299'],
  ['no price', microdata, `${amount}.remove()`, 'USD', 'USD'],
  [
    'another block',
    block,
    `document.querySelector('[data-geo-offer]').textContent = '{"@type":"Offer","price":"299","priceCurrency":"GBP"}'`,
    'GBP 299',
    'GBP 299',
  ],
] as const)
  test(`what a script writes into a written offer is the owner’s: ${what} @rare`, async ({
    page,
    site,
    expectLines,
  }) => {
    if (/nobody|no price/.test(what)) expectLines(/unusable-offer: <div/);
    answer(site, { countryCode: 'FR', currencyCode: 'EUR' });
    site.page(`<main>x</main>${offer}<script>${script}</script>`);
    const { url } = await site.front();
    const release = await holdRequests(page, '**/geolet-offer*');
    await page.goto(url);
    release();
    await expect.poll(() => page.evaluate(offered)).toBe(inFrance);
    await expect(page.locator('[data-geolet-offer]')).toHaveCount(inFrance === written ? 0 : 1);
    await be(page, 'US');
    expect(await page.evaluate(offered)).toBe(written);
    await be(page, 'FR');
    await expect.poll(() => page.evaluate(offered)).toBe(inFrance);
    await page.evaluate(() => globalThis.geolet?.destroy());
    expect(await page.evaluate(offered)).toBe(written);
    await expect(page.locator('[data-geolet-offer]')).toHaveCount(0);
  });

test('of written microdata that a binding writes, one reason is told @rare', async ({
  page,
  site,
  expectLines,
  lines,
}) => {
  expectLines(/unusable-offer: .*its price is the text of a binding/);
  answer(site, { countryCode: 'FR', currencyCode: 'EUR' });
  const bound = microdata.replace('itemprop="price">', `itemprop="price" data-geo-currency="${list}">`);
  site.page(`<main>x</main>${bound}`);
  const { url } = await site.front();
  await page.goto(url);
  await expect.poll(() => lines.some((line) => line.includes('unusable-offer'))).toBe(true);
  expect(await page.evaluate(offered)).toBe('USD €139.50');
});
