import type { Page } from '@playwright/test';
import { builderPage, builders } from '../../builders/builder-page.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';
import { asWritten, inLyon, inOsaka } from './shop.ts';
import { headCode, readShop, type Shop } from './support.ts';

/** What the server writes. It fills in no field, and a picture may be loaded by a script of the page. */
async function readWritten(page: Page): Promise<Pick<Shop, 'text' | 'link'>> {
  // Webflow shows the promotion by a script.
  await page.locator('.promo-banner').evaluateAll(([banner]) => banner?.removeAttribute('style'));
  const { text, link } = await readShop(page);
  return { text, link };
}

const places = { lyon: inLyon, osaka: inOsaka, nowhere: asWritten } as const;

for (const builder of builders.filter((name) => !headCode(name).includes('data-bindings="load"')))
  for (const [place, { text, link }] of Object.entries(places))
    test(`${builder}: with the same block Node writes the page as the browser does, for a visitor in ${place}`, async ({
      browser,
      page,
      site,
    }) => {
      site.visitor = visitors[place as keyof typeof places];
      await builderPage(site, builder, headCode(builder));
      const { url } = await site.front();
      const context = await browser.newContext({ locale: 'en-US', javaScriptEnabled: false });
      const written = await context.newPage();
      await written.goto(url);
      expect(await readWritten(written)).toEqual({ text, link });
      await context.close();
      await open(page, url);
      await expect.poll(() => readShop(page)).toEqual(places[place as keyof typeof places]);
    });
