import type { Page } from '@playwright/test';
import { hostileLinks } from '../../support/hostile-links.ts';
import { faults } from '../../support/site.ts';
import { asWritten, content, expect, expectText, holdRequests, inLyon, requestsFor, test } from './told.ts';

const inJapan = 'Hello Japan Shoes for you Five days.';
const price = '<p><geo-currency prices="USD 149, EUR 139, JPY 21900">$149</geo-currency></p>';
const required = '<script async src="/geolet.js" data-consent="required"></script>';
const source = (page: Page) => page.evaluate(() => geolet?.visitor?.source);
const stored = (page: Page) =>
  page.evaluate(() => ({
    choice: localStorage['geolet:choice'] as unknown,
    link: sessionStorage['geolet:link'] as unknown,
  }));

test('the choice of a link shows in place of the record, which never shows', async ({ page, site, told }) => {
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await expectText(page, inJapan);
  await expect.poll(() => requestsFor('/geo', site)).toBe(1);
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.deviceType)).toBeDefined();
  await expectText(page, inJapan);
  expect((await told())[0]).toBe('geo-ready link');
  expect(await told()).not.toContain('geo-change network');
  expect(await page.evaluate(() => document.documentElement.dataset['visitorStatus'])).toBe('override');
});

test('the page stays as written until the file of the country is there', async ({ page, site, told }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  const release = await holdRequests(page, '**/geolet-countries/jp.json');
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await page.waitForRequest('**/geolet-countries/jp.json').catch(() => undefined);
  await expectText(page, asWritten);
  expect(await told()).toEqual([]);
  release();
  await expectText(page, inJapan);
});

test('a file that never comes leaves the page as written, and ready in time @rare', async ({ page, site, told }) => {
  await holdRequests(page, '**/geolet-link*');
  const tag = '<script async src="/geolet.js" data-timeout-ms="300"></script>';
  await page.goto(`${site.page(content, { tag })}?geo-choice=JP`);
  await expect.poll(() => told()).toEqual(['geo-ready none']);
  await expectText(page, asWritten);
});

test('it lasts for the session of the tab, and for no other tab', async ({ page, site, told, context }) => {
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await expectText(page, inJapan);
  await page.goto(site.page(content));
  await expectText(page, inJapan);
  expect((await told())[0]).toBe('geo-ready link');
  const other = await context.newPage();
  await other.goto(site.url);
  await expectText(other, inLyon);
});

test("the visitor's own choice goes before it and alone is remembered", async ({ page, site, context }) => {
  await page.goto(`${site.page(content + price)}?geo-choice=JP`);
  await expectText(page, `${inJapan} ¥21,900`);
  await page.evaluate(() => geolet?.override('currency: EUR'));
  await expectText(page, `${inJapan} €139`);
  expect(await source(page)).toBe('choice');
  expect((await stored(page)).choice).not.toContain('JP');
  await page.goto(site.url);
  await expectText(page, `${inJapan} €139`);
  const other = await context.newPage();
  await other.goto(site.url);
  await expectText(other, `${inLyon} €139`);
});

test('a choice that was made before the link goes before it, in one step @rare', async ({ page, site, told }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.evaluate(() => geolet?.override('FR'));
  await page.goto(`${site.url}?geo-choice=JP`);
  await expectText(page, 'Hello France Always here. Shoes for you Two days.');
  expect(await told()).toEqual(['geo-ready choice']);
});

test('a reset ends it, and the same address does not bring it back, but another does @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await expectText(page, inJapan);
  await page.evaluate(() => geolet?.reset());
  await expectText(page, inLyon);
  await page.reload();
  await expectText(page, inLyon);
  await page.goto(site.url);
  await expectText(page, inLyon);
  await page.goto(`${site.url}?geo-choice=jp`);
  await expectText(page, inLyon);
  await page.goto(`${site.url}?geo-choice=US`);
  await expectText(page, 'Hello United States Shoes for you Five days.');
});

test('a reset on a later page ends it on the page that the back button brings @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await expectText(page, inJapan);
  await page.goto(site.url);
  await expectText(page, inJapan);
  await page.evaluate(() => geolet?.reset());
  await expectText(page, inLyon);
  await page.goBack();
  await expectText(page, inLyon);
});

test('it is read once, and the first of its name counts @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-choice=JP&geo-choice=US`);
  await expectText(page, inJapan);
  await page.evaluate(() => history.pushState(null, '', '?geo-choice=US'));
  await page.evaluate(() => geolet?.refresh());
  await expectText(page, inJapan);
});

test('a link of currency alone keeps the place of the record', async ({ page, site }) => {
  await page.goto(`${site.page(content + price)}?geo-choice=currency:JPY`);
  await expectText(page, `${inLyon} JPY 21,900`);
});

test('"unknown" is the page as written', async ({ page, site }) => {
  await page.goto(`${site.page(content + price)}?geo-choice=unknown`);
  await expect.poll(() => source(page)).toBe('link');
  await expectText(page, `${asWritten} $149`);
});

for (const value of ['Atlantis', 'city:Anything', 'US-ZZ', 'country:DE;city:Anything'])
  test(`${value} is reported without its words, and ignored @rare`, async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] unusable-link: geo-choice=\. /);
    await page.goto(`${site.page(content)}?geo-choice=${value}`);
    await expectText(page, inLyon);
    await expect.poll(() => told()).toEqual(['geo-error unusable-link', 'geo-ready network']);
    expect(await stored(page)).toEqual({});
  });

test('the parameter has the name that the owner gives it, or none', async ({ page, site }) => {
  const tag = (name: string) => `<script async src="/geolet.js" data-choice-parameter="${name}"></script>`;
  await page.goto(`${site.page(content + price, { tag: tag('currency') })}?geo-choice=JP&currency=JPY`);
  await expectText(page, `${inLyon} JPY 21,900`);
  const page2 = await page.context().newPage();
  await page2.goto(`${site.page(content, { tag: tag('off') })}?geo-choice=JP&off=JP`);
  await expectText(page2, inLyon);
});

test('without consent it holds for the page, and with consent for the session', async ({ page, site }) => {
  await page.goto(`${site.page(content, { tag: required })}?geo-choice=JP`);
  await expectText(page, inJapan);
  expect(await stored(page)).toEqual({});
  await page.goto(site.url);
  await expectText(page, asWritten);
  await page.goto(`${site.url}?geo-choice=JP`);
  await expectText(page, inJapan);
  await page.evaluate(() => geolet?.consent(true));
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.deviceType)).toBeDefined();
  await page.goto(site.url);
  await expectText(page, inJapan);
  await page.evaluate(() => geolet?.consent(false));
  await expectText(page, asWritten);
  expect(await stored(page)).toEqual({});
});

test('what an earlier page of the tab has stored is not read without consent @rare', async ({ page, site }) => {
  await page.goto(site.page(content, { tag: required }));
  await page.evaluate(() => (sessionStorage['geolet:link'] = '{"fields":{"countryCode":"JP"},"place":true}'));
  await page.reload();
  await expect.poll(() => source(page)).toBe('none');
  await expectText(page, asWritten);
});

test('it stops a guess @rare', async ({ page, site, told }) => {
  await holdRequests(page);
  const tag = '<script async src="/geolet.js" data-guess="on"></script>';
  await page.goto(`${site.page(content, { tag })}?geo-choice=JP`);
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready link']);
});

test('it stops a redirect @rare', async ({ page, site }) => {
  const head =
    '<script type="application/json" data-geo-settings>{"redirect":[{"when":"country: JP","to":"/jp"},{"when":"country: FR","to":"/fr"}]}</script>';
  await page.goto(`${site.page(content, { head })}?geo-choice=JP`);
  await expectText(page, inJapan);
  await expect.poll(() => page.evaluate(() => sessionStorage['geolet:redirect'] as unknown)).toBe('seen');
  expect(new URL(page.url()).pathname).toBe(new URL(site.url).pathname);
});

test('it works where the lookup fails', async ({ page, site, expectLines }) => {
  expectLines(/503/);
  site.geo = faults.status(503);
  await page.goto(`${site.page(content)}?geo-choice=JP`);
  await expectText(page, inJapan);
});

test('no character of a hostile value gets into page or console', async ({ page, site, expectLines }) => {
  test.setTimeout(120_000);
  expectLines(/unusable-link: geo-choice=\. /);
  const address = site.page('<p data-geo-text="Hello {city}">Hello</p><p data-geo-text="{country}">there</p>');
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  const read = async (query: string) => {
    lines.length = 0;
    await page.goto(address + query);
    await page.waitForFunction(() => globalThis.geolet?.visitor?.source === 'network');
    const told = JSON.stringify(await page.evaluate(() => globalThis.geolet?.explain('unusable-link')));
    await page.evaluate(() => globalThis.geolet?.consent(false));
    return { html: await page.content(), told, lines: lines.filter((line) => line.includes('[geolet]')) };
  };
  const [first = '', ...others] = hostileLinks.filter((_, at) => at % 8 === 0);
  const expected = await read(`?geo-choice=${encodeURIComponent(first)}`);
  expect(expected.html).toContain('Hello');
  for (const value of others) expect(await read(`?geo-choice=${encodeURIComponent(value)}`), value).toEqual(expected);
});
