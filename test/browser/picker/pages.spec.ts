import type { Page } from '@playwright/test';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import type { Site } from '../../support/site.ts';
import { copied, forVisitorsFrom, keep, onPages, openPanel, panel, pointAt, status } from './support.ts';

/** Pages of one template, as a shop has them: the same kinds of elements, with other words and prices. */
const shop: Readonly<Record<string, readonly [title: string, price: string]>> = {
  '/products/shoe': ['Shoe', '$49'],
  '/products/boot': ['Boot', '$89'],
  '/products/sandal/': ['Sandal', '$49'],
  '/about': ['About us', '$49'],
  '/': ['Shop', '$9'],
};

function serve(site: Site, head = ''): void {
  for (const [path, [title, price]] of Object.entries(shop))
    site.page(
      `<main><h1>${title}</h1><p class="price">${price}</p><p class="promo">Duties paid</p><a class="btn home-cta" href="/">${title}: all</a></main>`,
      { path, head },
    );
}

/** Words for France, a price list, and a promotion for the United States, all made by mouse on the page of the shoe. */
async function makeChanges(page: Page, choice: string): Promise<void> {
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Chaussure');
  await forVisitorsFrom(page, 'France');
  await onPages(page, choice);
  await keep(page);
  await pointAt(page, page.locator('.price'));
  await panel(page).getByLabel('Currency, price 2').fill('EUR');
  await panel(page).getByLabel('Amount, price 2').fill('45');
  await onPages(page, choice);
  await keep(page);
  await pointAt(page, page.locator('.promo'));
  await panel(page).getByLabel('What to change').selectOption('Show it only to some');
  await forVisitorsFrom(page, 'United States');
  await onPages(page, choice);
  await keep(page);
}

const choices: readonly (readonly [choice: string, when: string, pages: readonly string[]])[] = [
  ['This page (/products/shoe)', 'path: /products/shoe', ['/products/shoe']],
  ['Pages like this (/products/*)', 'path: /products/*', ['/products/shoe', '/products/boot', '/products/sandal/']],
  ['Every page', '', Object.keys(shop)],
];

/** What a visitor is to read on a page, when the changes are for some pages. */
function expectedOn(path: string, isChanged: boolean, country: string): string {
  const [title, price] = shop[path] ?? ['', ''];
  const isFrench = country === 'FR' && isChanged;
  // The words of another product are not those that the owner has changed.
  const heading = isFrench && title === 'Shoe' ? 'Chaussure' : title;
  const money = isFrench && price === '$49' ? '€45' : price;
  const promotion = isFrench ? '' : ' Duties paid';
  return `${heading} ${money}${promotion} ${title}: all`;
}

/** The choice that has most to get wrong is a part of each change's tests. */
const ringOf = (choice: string): string => (choice.startsWith('Pages like this') ? '' : ' @rare');

for (const [choice, when, pages] of choices)
  test(`changes made on one page for "${choice}" are right on all pages of the shop${ringOf(choice)}`, async ({
    page,
    site,
    browser,
    expectLines,
  }) => {
    // A page whose price is another keeps it, and its owner is told.
    if (pages.length > 1) expectLines(/other-price/);
    serve(site);
    await openPanel(page, `${site.url}/products/shoe`, 'FR');
    await makeChanges(page, choice);
    const head = await copied(page);
    expect(head).toContain(when || '"when":"country: FR"');
    if (!when) expect(head).not.toContain('path');
    // What the owner sees on the next page of this tab is what visitors will.
    for (const path of Object.keys(shop)) {
      await open(page, `${site.url}${path}?geo-as=FR`);
      await expect
        .poll(() => visibleText(page.locator('main')), `${path} in the preview`)
        .toBe(expectedOn(path, pages.includes(path), 'FR'));
    }
    serve(site, head);
    for (const [country, address] of [
      ['FR', visitors.lyon],
      ['US', visitors.newYork],
      ['', visitors.nowhere],
    ] as const) {
      site.visitor = address;
      const context = await browser.newContext();
      const visit = await context.newPage();
      for (const path of Object.keys(shop)) {
        await open(visit, site.url + path);
        await expect
          .poll(() => visibleText(visit.locator('main')), `${path} from ${country || 'nowhere'}`)
          .toBe(expectedOn(path, pages.includes(path), country));
      }
      await context.close();
    }
  });

test('a change is for this page unless its owner says more, and the list says where it is', async ({ page, site }) => {
  serve(site);
  await openPanel(page, `${site.url}/products/shoe`);
  await pointAt(page, page.locator('h1'));
  const pages = panel(page).getByLabel('On which pages');
  await expect(pages).toHaveValue('/products/shoe');
  await expect(pages.locator('option')).toHaveText([
    'This page (/products/shoe)',
    'Pages like this (/products/*)',
    'Every page',
  ]);
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await expect(status(page)).toHaveText(/, for everybody, on \/products\/shoe$/);
  // Another page of the template has the element, and the change is still for the page that it was made on.
  await page.goto(`${site.url}/products/boot?geo-as=FR`);
  await panel(page)
    .getByRole('button', { name: /^Edit: / })
    .click();
  await expect(pages).toHaveValue('/products/shoe');
  await expect(panel(page)).toContainText('This change shows on /products/shoe, not here.');
  await expect(page.locator('h1')).toHaveText('Boot');
  await pages.selectOption('Pages like this (/products/*)');
  await expect(page.locator('h1')).toHaveText('Boot');
  // Unless the owner wants it to stand in place of any words.
  await panel(page).getByLabel('Only where it says the same as here').uncheck();
  await expect(page.locator('h1')).toHaveText('In France');
  await keep(page);
  expect(await copied(page)).not.toContain('replaces');
});

test('a page in no folder has no pages like it @rare', async ({ page, site }) => {
  serve(site);
  await openPanel(page, `${site.url}/about`);
  await pointAt(page, page.locator('h1'));
  await expect(panel(page).getByLabel('On which pages').locator('option')).toHaveText([
    'This page (/about)',
    'Every page',
  ]);
});

test('a selector of a kind is said to find such elements on other pages, and one of an element is not @rare', async ({
  page,
  site,
}) => {
  const kind = 'finds 1 element on this page. Other pages will have such elements, too.';
  await openPanel(page, site.page('<main><h1>Boots</h1><p class="price">$49</p><p id="note">Soft</p></main>'));
  await pointAt(page, page.locator('h1'));
  await expect(panel(page)).toContainText(`h1 ${kind}`);
  await expect(panel(page)).not.toContainText('its first price.');
  const sameWords = panel(page).getByLabel('Only where it says the same as here');
  await expect(sameWords).toBeHidden();
  await onPages(page, 'Every page');
  await expect(sameWords).toBeChecked();
  await panel(page).getByLabel('What to change').selectOption('Hide it from some');
  await expect(sameWords).toBeHidden();
  await pointAt(page, page.locator('.price'));
  await expect(panel(page)).toContainText(
    `.price ${kind} There, your list counts only where the text says its first price.`,
  );
  await pointAt(page, page.locator('#note'));
  await expect(panel(page).locator('.taken')).toContainText('#note');
  await expect(panel(page)).not.toContainText('Other pages will have such elements');
});

test('a button is found by the class that says what it is @rare', async ({ page, site }) => {
  serve(site);
  await openPanel(page, `${site.url}/`);
  await pointAt(page, page.locator('.home-cta'));
  await expect(panel(page).locator('.taken code')).toHaveText('.home-cta');
});

test('what a builder finds by counting is for this page alone @rare', async ({ page, site }) => {
  const modules = ['Free delivery', 'Made in Porto'].map(
    (words, index) =>
      `<div class="et_pb_module et_pb_text et_pb_text_${index}"><div class="et_pb_text_inner"><p>${words}</p></div></div>`,
  );
  await openPanel(page, site.page(`<main>${modules.join('')}</main>`, { path: '/products/shoe' }));
  await pointAt(page, page.getByText('Made in Porto'));
  await expect(panel(page).locator('.taken code')).toHaveText('.et_pb_text_1 p');
  await panel(page).getByLabel('New words').fill('In {country}');
  await expect(page.locator('main')).toContainText('In France');
  await onPages(page, 'Pages like this (/products/*)');
  await expect(panel(page)).toContainText('on other pages .et_pb_text_1 p is another one.');
  await expect(page.locator('main')).toContainText('Made in Porto');
  await keep(page);
  await expect(status(page)).toContainText('Give it a class in your builder');
  await onPages(page, 'This page (/products/shoe)');
  await keep(page);
  await expect(status(page)).toContainText('Kept: ');
});
