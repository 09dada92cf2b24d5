import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

const rules = [
  { select: '#hero > h1', text: 'Konnichiwa', when: 'country: JP' },
  { select: '#hero > h1', text: 'Bonjour', when: 'country: FR' },
  { select: '.price', currency: 'USD 49, EUR 45, JPY 6000' },
  { select: '.promo', hide: 'country: FR' },
  { select: 'a', title: '{country}' },
];
const body =
  '<main id="hero"><h1>Hello</h1> <b class="price">$49</b> <i class="promo">Free delivery</i> <a href="/shop">Shop</a></main>';
const inFrance = 'Bonjour €45 Shop';
/** What the server has written is waited for longer than a lookup. */
const impatient = scriptTag.replace('async', 'async data-timeout-ms="1"');

/** What each frame shows, and how wide, without repetitions. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const main = document.querySelector('main');
      if (main) {
        const widths = [...main.children].map((child) => child.getBoundingClientRect().width).join(' ');
        const shown = `${main.innerText.replace(/\s+/g, ' ')} ${widths} ${main.querySelector('a')?.title}`;
        if (shown !== frames.at(-1)) frames.push(shown);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const framesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const shown = async (page: Page) => (await visibleText(page.locator('main'))).replace(/\s+/g, ' ');

for (const script of ['geolet.js', 'geolet-bindings.js'])
  for (const { name, where, pages } of [
    { name: 'of the page', where: { rules }, pages: {} },
    { name: 'of the server', where: {}, pages: { rules } },
    { name: 'of both', where: { rules: rules.slice(2) }, pages: { rules: rules.slice(0, 2) } },
  ])
    test(`${script}: what rules ${name} have written stays, however late files are @rare`, async ({ page, site }) => {
      site.page(body, { head: block(where), tag: impatient.replace('geolet.js', script) });
      const { url } = await site.front(pages);
      await watch(page);
      // The second time with a stored record, and with what the rules came to.
      for (const visit of ['first', 'second']) {
        const release = await holdRequests(page, '**/geolet-rules*');
        await page.goto(url);
        await page.waitForLoadState('load');
        await twoFrames(page);
        release();
        await expect.poll(() => page.locator('[data-geolet-was]').count(), visit).toBe(0);
        await twoFrames(page);
        expect(await shown(page), visit).toBe(inFrance);
        expect(await framesOf(page), visit).toEqual([expect.stringMatching(/^Bonjour €45 Shop .* France$/)]);
      }
      await page.evaluate(() => geolet?.override({ countryCode: 'JP', currencyCode: 'JPY' }));
      await expect.poll(() => shown(page)).toBe('Konnichiwa ¥6,000 Free delivery Shop');
      await page.evaluate(() => geolet?.consent(false));
      await expect.poll(() => shown(page)).toBe('Hello $49 Free delivery Shop');
    });

test('rules of the server hold in the browser too, where no record came in time @rare', async ({ page, site }) => {
  site.page(body);
  const { url } = await site.front({ rules, budgetMs: 0 });
  await page.goto(url);
  await expect.poll(() => shown(page)).toBe(inFrance);
});

test('rules of the server hold on pages whose bindings are left to the browser @rare', async ({ page, site }) => {
  site.page(body);
  const { url } = await site.front({ rules, markup: 'elements' });
  await page.goto(url);
  await expect.poll(() => shown(page)).toBe(inFrance);
  await page.evaluate(() => geolet?.destroy());
  await expect.poll(() => shown(page)).toBe('Hello $49 Free delivery Shop');
});
