import type { Page } from '@playwright/test';
import { builderPage, builders } from '../../builders/builder-page.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, test } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';
import { asWritten, inLyon, inOsaka } from './shop.ts';
import { headCode, readShop, ringOf, rulesIn, type Shop } from './support.ts';

const places = { lyon: inLyon, osaka: inOsaka, nowhere: asWritten } as const;
const latePrice = { lyon: ' Laces €8', osaka: ' Laces ¥1,200', nowhere: ' Laces $9' } as const;

/** React's development build advises to install an extension. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true })),
);

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}

for (const builder of builders)
  test.describe(`${builder}:${ringOf(builder)}`, () => {
    const head = headCode(builder);

    test('one block of rules makes the page right for each visitor, its late part too', async ({ page }) => {
      await eachRow(Object.entries(places) as [keyof typeof places, Shop][], page, async ([place, shop], site) => {
        site.visitor = visitors[place];
        await open(page, await builderPage(site, builder, head));
        await expect.poll(() => readShop(page)).toEqual(shop);
        await scrollDown(page);
        await expect.poll(async () => (await readShop(page)).text).toBe(shop.text + latePrice[place]);
      });
    });

    test('what a script of the page replaces is bound again', async ({ page, site }) => {
      await open(page, await builderPage(site, builder, head));
      await expect.poll(() => readShop(page)).toEqual(inLyon);
      const select = rulesIn(head).find(({ currency }) => currency)?.select ?? '';
      const before = await page.locator(select).first().elementHandle();
      await page.getByRole('button', { name: 'Blue' }).click();
      await expect(page.getByRole('button', { name: 'Blue' })).toHaveAttribute('aria-pressed', 'true');
      expect(await before?.evaluate((price) => price.isConnected)).toBe(false);
      await expect.poll(() => readShop(page)).toEqual(inLyon);
    });

    if (head.includes('data-bindings="load"'))
      for (const script of ['geolet-bindings.js', 'geolet.js'])
        test(`nothing is written before the page has hydrated: ${script}`, async ({ page, site }) => {
          const url = await builderPage(site, builder, headCode(builder, script));
          for (const visit of ['first', 'second']) {
            const release = await holdRequests(page, '**/client.js');
            await page.goto(url, { waitUntil: 'commit' });
            await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.countryCode)).toBe('FR');
            await page.waitForFunction(() =>
              performance.getEntriesByType('resource').some(({ name }) => name.includes('geolet-rules')),
            );
            await nextFrames(page);
            expect(await readShop(page), visit).toEqual(asWritten);
            release();
            await expect.poll(() => readShop(page), visit).toEqual(inLyon);
            await page.unrouteAll();
          }
        });

    test('a choice changes the page, and the way back is what was written', async ({ page, site }) => {
      await open(page, await builderPage(site, builder, headCode(builder, 'geolet.js')));
      await expect.poll(() => readShop(page)).toEqual(inLyon);
      await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
      await expect.poll(() => readShop(page)).toEqual(inOsaka);
      await page.evaluate(() => geolet?.destroy());
      await expect.poll(() => readShop(page)).toEqual(asWritten);
    });
  });
