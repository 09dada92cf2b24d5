import { writeFile } from 'node:fs/promises';
import { content, expect, expectText, inLyon, inOsaka, test } from './told.ts';

test('on paper a page says what it says on the screen @rare', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.emulateMedia({ media: 'print' });
  await expectText(page, inLyon);
  await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
  await expectText(page, inOsaka);
});

test('a page that is saved says in a file what it said @rare', async ({ page, context, site }, testInfo) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
  const file = testInfo.outputPath('saved.mhtml');
  await writeFile(file, data);
  await page.goto(`file://${file}`);
  await expectText(page, inLyon);
  expect(await page.evaluate(() => 'geolet' in globalThis)).toBe(false);
});

test('the HTML of a page as it stands shows nothing of two visitors @rare', async ({ page, browser, site }) => {
  await page.goto(site.page(`${content}<p hidden data-geo-show="country: JP">Japan.</p>`));
  await expectText(page, inLyon);
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const copy = await context.newPage();
  await copy.setContent(html);
  // Elements show their own children: the words that the owner wrote.
  await expectText(copy, 'Hello France Always here. Shoes for you Two days.');
  await context.close();
});
