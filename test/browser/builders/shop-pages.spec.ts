import type { Browser, Page } from '@playwright/test';
import { type Builder, builderPage, builders } from '../../builders/builder-page.ts';
import { note, type ProductPage, productPage, products, promotion } from '../../builders/builder-shop.ts';
import { scriptTag, type Site } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { copied, forVisitorsFrom, keep, onPages, openPanel, panel } from '../picker/support.ts';
import { expect, open, test } from '../support/test.ts';
import { addPrice, byWords, change, take, write } from './owner.ts';
import { headCode, ringOf } from './support.ts';

test.use({ viewport: { width: 1600, height: 1000 } });
test.beforeEach(({ page }) =>
  page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true })),
);

const [shoe] = products as readonly [ProductPage];
const thisPage = `This page (${shoe.path})`;
const pagesLikeThis = 'Pages like this (/products/*)';

/** Rules for this page, and for pages like it, made by mouse. */
const tasks: readonly (readonly [pages: string, work: (page: Page) => Promise<void>])[] = [
  [
    thisPage,
    async (page) => {
      await take(page, byWords(page, shoe.name));
      await write(page, 'New words', 'Chaussure');
      await forVisitorsFrom(page, 'France');
    },
  ],
  [
    pagesLikeThis,
    async (page) => {
      await take(page, byWords(page, shoe.price));
      await change(page, 'Price');
      await addPrice(page, 2, 'EUR', '45');
    },
  ],
  [
    pagesLikeThis,
    async (page) => {
      await take(page, byWords(page, note));
      await write(page, 'New words', 'Livraison en 2 jours.');
      await forVisitorsFrom(page, 'France');
    },
  ],
  [
    pagesLikeThis,
    async (page) => {
      await take(page, byWords(page, promotion));
      await change(page, 'Show it only to some');
      await forVisitorsFrom(page, 'European Union');
    },
  ],
  [
    pagesLikeThis,
    async (page) => {
      await take(page, byWords(page, shoe.related[1]));
      await change(page, 'Price');
      await addPrice(page, 2, 'EUR', '8');
    },
  ],
];

const isHydrated = (builder: Builder) => headCode(builder).includes('data-bindings="load"');

async function serve(site: Site, builder: Builder, head: string): Promise<void> {
  for (const product of products)
    await builderPage(site, builder, head, { path: product.path, edit: productPage(builder, product) });
}

/** The texts that a visitor reads, one for each place. */
async function readTexts(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  return page.locator('main:visible').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const range = document.createRange();
      range.selectNode(currentNode);
      const text = currentNode.textContent?.trim();
      if (text && range.getClientRects().length) texts.push(text);
    }
    return texts;
  });
}

/** What a visitor from a country is to read, where the page as written says this. */
function expectedOn(product: ProductPage, written: readonly string[], country: string): readonly string[] {
  if (country === 'US') return written.filter((text) => text !== promotion);
  if (country !== 'FR') return written;
  const [, relatedPrice, relatedInFrance = relatedPrice] = product.related;
  const inFrance = new Map([
    [note, 'Livraison en 2 jours.'],
    [product.price, product.priceInFrance ?? product.price],
  ]);
  const name = product === shoe ? 'Chaussure' : product.name;
  return [name, ...written.slice(1, -1).map((text) => inFrance.get(text) ?? text), relatedInFrance];
}

/** Reads each page of the shop as somebody who has not been there before. */
async function readShopFrom(
  browser: Browser,
  site: Site,
  address: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  site.visitor = address;
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const texts = new Map<string, readonly string[]>();
  for (const { path, related } of products) {
    await page.goto(site.url + path);
    await expect.poll(() => readTexts(page)).toContain(related[0]);
    texts.set(path, await readTexts(page));
  }
  await context.close();
  return texts;
}

for (const builder of builders)
  test(`${builder}: rules made on one page show no wrong value on the other eleven${ringOf(builder) || ' @rare'}`, async ({
    browser,
    page,
    site,
  }) => {
    test.setTimeout(180_000);
    const tag = isHydrated(builder) ? scriptTag.replace('async', 'async data-bindings="load"') : scriptTag;
    await serve(site, builder, tag);
    await openPanel(page, site.url + shoe.path, 'FR');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(byWords(page, shoe.related[1])).toBeVisible();
    for (const [pages, work] of tasks) {
      await work(page);
      await onPages(page, pages);
      await keep(page);
      await expect(panel(page).getByLabel('What to change')).toBeHidden();
    }
    const block = await copied(page);

    await serve(site, builder, '');
    const written = await readShopFrom(browser, site, visitors.nowhere);
    await serve(site, builder, tag + block);
    for (const [country, address] of [
      ['FR', visitors.lyon],
      ['US', visitors.newYork],
      ['unknown', visitors.nowhere],
    ] as const)
      await test.step(`from ${country}`, async () => {
        site.visitor = address;
        const context = await browser.newContext({ locale: 'en-US' });
        const visit = await context.newPage();
        for (const product of products) {
          await open(visit, site.url + product.path);
          await expect
            .poll(() => readTexts(visit), `${product.path} from ${country}, by ${block}`)
            .toEqual(expectedOn(product, written.get(product.path) ?? [], country));
        }
        await context.close();
      });
  });
