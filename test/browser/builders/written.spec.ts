import type { Page } from '@playwright/test';
import { builderPage, builders } from '../../builders/builder-page.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, test } from '../support/test.ts';
import { asWritten, inLyon, inOsaka } from './shop.ts';
import { headCode, readShop, ringOf, type Shop } from './support.ts';

/** What the server writes. It fills in no field, and a picture may be loaded by a script of the page. */
async function readWritten(page: Page): Promise<Pick<Shop, 'text' | 'link'>> {
  // Webflow shows the promotion by a script.
  await page.locator('.promo-banner').evaluateAll(([banner]) => banner?.removeAttribute('style'));
  const { text, link } = await readShop(page);
  return { text, link };
}

const places = { lyon: inLyon, osaka: inOsaka, nowhere: asWritten } as const;

for (const builder of builders.filter((name) => !headCode(name).includes('data-bindings="load"')))
  test(`${builder}: Node writes the page as the browser does${ringOf(builder)}`, async ({ browser, page }) => {
    const withoutScripts = await browser.newPage({ locale: 'en-US', javaScriptEnabled: false });
    await eachRow(Object.entries(places) as [keyof typeof places, Shop][], page, async ([place, shop], site) => {
      site.visitor = visitors[place];
      await builderPage(site, builder, headCode(builder));
      const { url } = await site.front();
      await withoutScripts.goto(url);
      expect(await readWritten(withoutScripts)).toEqual({ text: shop.text, link: shop.link });
      await open(page, url);
      await expect.poll(() => readShop(page)).toEqual(shop);
    });
    await withoutScripts.close();
  });
