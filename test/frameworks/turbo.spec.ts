import { expect, open, test } from '../browser/support/test.ts';
import { requestsFor } from '../browser/visitor/told.ts';
import { asWritten, be, inLyon, inOsaka, lostIn100, read, scriptOf, shop } from './support/shop.ts';

const turbo = '@hotwired/turbo/dist/turbo.es2017-umd.js';

for (const method of ['replace', 'morph']) {
  test.describe(`Turbo Drive, with refreshes that ${method}:`, () => {
    test.beforeEach(async ({ page, site }) => {
      const head = `<meta name="turbo-refresh-method" content="${method}">${await scriptOf(site, turbo)}`;
      const url = site.page(`<main>${shop}</main><a id="next" href="/next">Next</a>`, { head });
      site.page(
        '<main><p data-geo-text="On to {city}">On</p><geo-text template="{country}">your country</geo-text></main><a id="first" href="/">First</a>',
        { head, path: '/next' },
      );
      await open(page, url);
      await expect.poll(() => read(page)).toBe(inLyon);
    });

    test('a visit brings pages that are right, with one lookup for all', async ({ page, site }) => {
      await page.click('#next');
      await expect.poll(() => read(page)).toBe('On to Lyon France');
      await page.click('#first');
      await expect.poll(() => read(page)).toBe(inLyon);
      expect(requestsFor('/geo', site)).toBe(1);
      expect(requestsFor('/geolet.js', site)).toBe(1);
      expect(await page.locator('html').getAttribute('data-visitor-country')).toBe('FR');
    });

    test('a page that is restored from the cache is right for who the visitor is by then', async ({ page }) => {
      await page.click('#next');
      await expect.poll(() => read(page)).toBe('On to Lyon France');
      await be(page, 'country: JP; city: Osaka');
      await expect.poll(() => read(page)).toBe('On to Osaka Japan');
      await page.evaluate(() => history.back());
      await expect.poll(() => read(page)).toBe(inOsaka);
      await page.evaluate(() => globalThis.geolet?.reset());
      await expect.poll(() => read(page)).toBe(inLyon);
      expect(await page.locator('geo-if i').count()).toBe(1);
      await page.evaluate(() => history.forward());
      await expect.poll(() => read(page)).toBe('On to Lyon France');
    });

    test('the preview from the cache is right while the page itself is still on its way', async ({ page, site }) => {
      await page.click('#next');
      await expect.poll(() => read(page)).toBe('On to Lyon France');
      site.file('/', () => {});
      await page.click('#first');
      await expect(page.locator('html[data-turbo-preview]')).toBeAttached();
      expect(await read(page)).toBe(inLyon);
    });

    test('what a hundred refreshes bring is bound each time', async ({ page, site }) => {
      await page.evaluate(() =>
        document.addEventListener('poll', () =>
          (Reflect.get(globalThis, 'Turbo') as { visit(url: string, options: object): void }).visit('/', {
            action: 'replace',
          }),
        ),
      );
      expect(await lostIn100(page, ['turbo:load'])).toEqual([]);
      expect(await read(page)).toBe(inLyon);
      expect(requestsFor('/geo', site)).toBe(1);
    });

    test('a refresh brings what the server has changed, and keeps what shows', async ({ page, site }) => {
      site.page(`<main>${shop.replace('Hello {country}', 'Bonjour {country}').replace('EUR 139', 'EUR 129')}</main>`, {
        head: `<meta name="turbo-refresh-method" content="${method}">${await scriptOf(site, turbo)}`,
      });
      const price = await page.locator('geo-currency').elementHandle();
      await page.evaluate(() =>
        (Reflect.get(globalThis, 'Turbo') as { visit(url: string, options: object): void }).visit('/', {
          action: 'replace',
        }),
      );
      await expect.poll(() => read(page)).toBe(inLyon.replace('Hello', 'Bonjour').replace('€139', '€129'));
      expect(await price?.evaluate((element) => element.isConnected)).toBe(method === 'morph');
      await be(page, 'unknown');
      await expect.poll(() => read(page)).toBe(asWritten);
    });
  });
}

test('a Turbo frame and a Turbo stream bring parts that are right', async ({ page, site }) => {
  const head = await scriptOf(site, turbo);
  site.page(
    '<turbo-frame id="part"><p data-geo-text="{city}">part</p> <geo-text template="{country}">x</geo-text></turbo-frame>',
    { head, path: '/part' },
  );
  await open(
    page,
    site.page('<main><turbo-frame id="part"><a href="/part">More</a></turbo-frame><div id="list"></div></main>', {
      head,
    }),
  );
  await page.click('a');
  await expect.poll(() => read(page)).toBe('Lyon France');
  await page.evaluate(() =>
    (Reflect.get(globalThis, 'Turbo') as { renderStreamMessage(message: string): void }).renderStreamMessage(
      '<turbo-stream action="append" target="list"><template><geo-if country="FR" hidden>streamed</geo-if></template></turbo-stream>',
    ),
  );
  await expect.poll(() => read(page)).toBe('Lyon France streamed');
});
