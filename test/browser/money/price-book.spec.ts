import type { RequestListener } from 'node:http';
import { faults } from '../../support/site.ts';
import { headTag } from '../../support/ways-to-install.ts';
import { answer, be } from '../elements/support.ts';
import { expectRightFrames, visitFirst, watched } from '../first-frame/support.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { asked, block } from './support.ts';

const delhi = { countryCode: 'IN', currencyCode: 'INR', isEU: false, language: 'en-IN' };
const prices = {
  asterisk: 'USD 149, EUR 139, IN: USD 99',
  obelisk: { prices: 'USD 49, IN: USD 19', was: 'USD 59, IN: USD 25' },
};
const element = '<geo-currency sku="asterisk">$149</geo-currency>';
const binding = '<bdi data-geo-currency="sku: asterisk">$149</bdi>';
const former = '<geo-currency sku="obelisk">$49</geo-currency>';
const all = `<main>${element} ${binding} ${former}</main>`;
const file = /geolet-prices/;
const book = /^\/prices\.json/;
const json = (value: unknown): RequestListener => faults.body(JSON.stringify(value));

test.beforeEach(({ site }) => answer(site, delhi));

test('a price from the book of the page is the one of its list, everywhere', async ({ page, site }) => {
  await open(page, site.page(all, { head: block({ prices }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $99 $25 $19');
  expect(asked(site, file)).toBe(1);
  await be(page, 'FR');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('€139 €139 $49');
  await be(page, 'US');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$149 $149 $59 $49');
});

test('a book at the end of the page is found', async ({ page, site }) => {
  await open(page, site.page(`${all}${block({ prices })}`));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $99 $25 $19');
});

test('the next page has the prices of its own book in its first frame', async ({ page, site }) => {
  const right = (text: string, markup: string) => `<div data-right="${text}">${markup}</div>`;
  const body = right('$99', element) + right('$99', binding) + right('$25 $19', former);
  await visitFirst(page, site);
  await page.goto(site.page(body, { path: '/settled', head: block({ prices }) }));
  await expect.poll(() => visibleText(page.locator('body'))).toBe('$99 $99 $25 $19');
  await page.goto('about:blank');
  const before = asked(site, file);
  await expectRightFrames(page, site, [watched(headTag, body, block({ prices }))]);
  expect(asked(site, file)).toBe(before);
});

test('a price that the owner has changed in the page never shows as it was', async ({ page, site }) => {
  const dearer = { asterisk: 'USD 149, IN: USD 109' };
  await visitFirst(page, site);
  await page.goto(site.page(`<main>${element}</main>`, { path: '/before', head: block({ prices }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99');
  await page.goto(site.page(`<main>${element}</main>`, { path: '/after', head: block({ prices: dearer }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$109');
  expect(await visibleText(page.locator('main'))).toBe('$109');
});

test('a book at an address is asked for on each page, kept for the first frame only', async ({ page, site }) => {
  site.file('/prices.json', json(prices));
  const head = block({ prices: '/prices.json' });
  await visitFirst(page, site);
  await page.goto(site.page(all, { path: '/first', head }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $99 $25 $19');
  expect(asked(site, book)).toBe(1);
  await page.goto('about:blank');

  let send = () => {};
  site.file('/prices.json', (request, response) => {
    send = () => json({ ...prices, asterisk: 'USD 149, IN: USD 89' })(request, response);
  });
  await page.goto(site.page(all, { path: '/second', head }));
  await expect.poll(() => asked(site, book)).toBe(2);
  expect(await visibleText(page.locator('main')), 'until the book is there').toBe('$99 $99 $25 $19');
  send();
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$89 $89 $25 $19');
});

test('a book that cannot be read is told, and prices stay as written', async ({ page, lines, expectLines }) => {
  const rows = [
    ['is not there', undefined, /unusable-price-book: Error: 404/],
    ['is not JSON', faults.body('USD 49'), /unusable-price-book: SyntaxError/],
    ['is a list', json(['USD 49']), /unusable-price-book: what was given is not/],
    ['is a text', json('USD 49'), /unusable-price-book: what was given is not/],
  ] as const;
  await eachRow(rows, page, async ([, send, line], site) => {
    answer(site, delhi);
    lines.length = 0;

    expectLines(line, ...(send ? [] : [/404/]));
    if (send) site.file('/prices.json', send);
    await open(page, site.page(all, { head: block({ prices: '/prices.json' }) }));
    await expect.poll(() => lines.length).toBe(send ? 1 : 2);
    expect(await visibleText(page.locator('main'))).toBe('$149 $149 $49');
    await be(page, 'FR');
    await be(page, 'IN');
    expect(await visibleText(page.locator('main'))).toBe('$149 $149 $49');
    expect(asked(site, book)).toBe(1);
  });
});

test('a book on another origin is used where both allow it @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/CORS/, /ERR_FAILED/, /unusable-price-book: TypeError/, /Content Security Policy|unusable-price-book/);
  const elsewhere = site.url.replace('127.0.0.1', 'localhost');
  expect(elsewhere).not.toBe(site.url);
  const head = block({ prices: `${elsewhere}/prices.json` });
  const allowed = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
  site.file('/prices.json', (request, response) => {
    expect(request.headers.cookie).toBeUndefined();
    response.writeHead(200, allowed).end(JSON.stringify(prices));
  });
  await page.context().addCookies([{ name: 'session', value: 'secret', url: elsewhere }]);
  await open(page, site.page(all, { head }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $99 $25 $19');

  site.file('/prices.json', json(prices));
  await open(page, site.page(all, { path: '/refused', head }));
  await expect.poll(() => lines.join()).toContain('unusable-price-book: TypeError');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$149 $149 $49');
});

test('a slow book is given up after 10 seconds @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/unusable-price-book: TimeoutError/);
  site.file('/prices.json', faults.hang);
  await open(page, site.page(all, { head: block({ prices: '/prices.json' }) }));
  await expect.poll(() => asked(site, book)).toBe(1);
  expect(await visibleText(page.locator('main'))).toBe('$149 $149 $49');
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBe(1);
  expect(await visibleText(page.locator('main'))).toBe('$149 $149 $49');
});

test('a book is fetched again or not as its own Cache-Control says @rare', async ({ page, site }) => {
  for (const [name, header, requests] of [
    ['checked', 'no-cache', 2],
    ['kept', 'max-age=3600', 1],
  ] as const) {
    const address = `/${name}.json`;
    site.file(address, (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': header })
        .end(JSON.stringify(prices));
    });
    for (const view of [1, 2]) {
      await open(page, site.page(all, { path: `/${name}-${view}`, head: block({ prices: address }) }));
      await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $99 $25 $19');
      await page.waitForLoadState('networkidle');
    }
    expect(asked(site, new RegExp(address)), header).toBe(requests);
  }
});

test('explain() names the list of a binding', async ({ page, site }) => {
  await open(page, site.page(`<main>${binding}</main>`, { head: block({ prices }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99');
  expect(await page.evaluate(() => geolet?.explain(document.querySelector('bdi') ?? undefined))).toContain(
    'asterisk: the list has a price for IN, where the visitor is',
  );
});

test('an unknown name is told once, with what was meant', async ({ page, site, lines, expectLines }) => {
  expectLines(/unknown-sku: <geo-currency sku="asterix">/);
  const typo = '<geo-currency sku="asterix">$149</geo-currency>';
  await open(page, site.page(`<main>${element} ${typo} ${typo}</main>`, { head: block({ prices }) }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('$99 $149 $149');
  await expect.poll(() => lines.length).toBe(1);
  expect(await page.evaluate(() => geolet?.explain(document.querySelectorAll('geo-currency')[1]))).toContain(
    'the price book has no "asterix"; did you mean sku="asterisk"?',
  );
});

test('a page that names a list has to have a book', async ({ page, site, lines, expectLines }) => {
  expectLines(/unknown-sku: <geo-currency sku="asterisk">/);
  await open(page, site.page(`<main>${element}</main>`));
  await expect.poll(() => lines.length).toBe(1);
  expect(await visibleText(page.locator('main'))).toBe('$149');
  expect(await page.evaluate(() => geolet?.explain(document.querySelectorAll('geo-currency')[0]))).toContain(
    'write "prices": { "asterisk": "USD 49, EUR 45" } or its address into the settings block',
  );
});
