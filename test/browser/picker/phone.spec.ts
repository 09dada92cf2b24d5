import type { Page } from '@playwright/test';
import { expect, test, visibleText } from '../support/test.ts';
import { forVisitorsFrom, keep, openPanel, panel, pointAt, shop } from './support.ts';

const head = '<meta name="viewport" content="width=device-width">';
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const box = (page: Page) => page.getByRole('region', { name: 'Preview of this page' });

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

test('on a phone Keep and Copy are in reach wherever the panel stands', async ({ page, site }) => {
  await openPanel(page, site.page(shop, { head }));
  const scrollTo = (end: 'top' | 'bottom') =>
    box(page).evaluate((element, to) => element.scrollTo(0, to === 'top' ? 0 : element.scrollHeight), end);
  for (const select of ['h1', '.promo', 'a.shop']) {
    await pointAt(page, page.locator(select));
    await panel(page).getByLabel('New words').fill('Marcher');
    await forVisitorsFrom(page, 'France');
    for (const end of ['top', 'bottom'] as const) {
      await scrollTo(end);
      await expect(button(page, 'Keep this change')).toBeInViewport({ ratio: 1 });
      await expect(button(page, 'Copy')).toBeHidden();
    }
    await keep(page);
    for (const end of ['top', 'bottom'] as const) {
      await scrollTo(end);
      await expect(button(page, 'Copy')).toBeInViewport({ ratio: 1 });
    }
  }
});

test('all that is pressed has 44 px on a phone @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop, { head }));
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await forVisitorsFrom(page, 'France');
  await keep(page);
  await button(page, 'Choose from a list').tap();
  const small = () =>
    box(page).evaluate((element) =>
      [...element.querySelectorAll('button, select, summary, textarea, input:not([type=checkbox]), [role=treeitem]')]
        .filter((target) => target.checkVisibility())
        .map((target) => ({ name: target.textContent || target.tagName, ...target.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => width < 44 || height < 44)
        .map(({ name, width, height }) => `${name}: ${width} × ${height}`),
    );
  expect(await small()).toEqual([]);
  await pointAt(page, page.locator('#price'));
  expect(await small()).toEqual([]);
});

test('the panel folds to one line, and comes back with what was written', async ({ page, site }) => {
  await openPanel(page, site.page(shop, { head }));
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await button(page, 'Fold').tap();
  expect((await box(page).boundingBox())?.height).toBeLessThan(80);
  await expect(button(page, 'Keep this change')).toBeHidden();
  await expect(page.locator('h1')).toHaveText('In France');
  await button(page, 'Unfold').tap();
  await expect(panel(page).getByLabel('New words')).toHaveValue('In {country}');
  await expect(button(page, 'Keep this change')).toBeInViewport({ ratio: 1 });
  await button(page, 'Fold').tap();
  await button(page, 'Close').tap();
  await page.getByRole('button', { name: 'Change this page' }).tap();
  await expect(button(page, 'Point at the page')).toBeVisible();
});

for (const width of [320, 390, 1280])
  test(`fields of a price show all that is in them at ${width}${width === 390 ? '' : ' @rare'}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    await openPanel(page, site.page(shop, { head }));
    await pointAt(page, page.locator('#price'));
    await panel(page).getByLabel('Currency, price 2').fill('WWW');
    await panel(page).getByLabel('Amount, price 2').fill('12999.00');
    const cut = await panel(page)
      .getByRole('list', { name: 'Prices' })
      .getByRole('textbox')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(cut).toBe(0);
  });

test('a long country leaves Leave beside it @rare', async ({ page, site }) => {
  await page.goto(`${site.page(shop, { head })}?geo-as=GS`);
  const [list, leave] = [page.getByLabel('Viewing as'), page.getByRole('button', { name: 'Leave' })];
  await expect(leave).toBeVisible();
  const [one, other] = [await list.boundingBox(), await leave.boundingBox()];
  expect(one?.y).toBe(other?.y);
});

test('a delivery date and a nearest shop are added by touch, and nothing of their forms is cut', async ({
  page,
  site,
}) => {
  await openPanel(page, site.page(shop, { head }));
  const tap = async (select: string) => {
    const { x, y } = (await page.locator(select).boundingBox()) ?? { x: 0, y: 0 };
    await page.touchscreen.tap(x + 20, y + 8);
  };
  const add = async (name: string, select: string) => {
    await panel(page).getByText('Add something').tap();
    await button(page, name).tap();
    await tap(select);
  };
  const cut = () =>
    box(page).evaluate((element) =>
      [...element.querySelectorAll('input, select')]
        .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
        .map((field) => `${field.ariaLabel} ${field.scrollWidth} > ${field.clientWidth}`),
    );
  await add('Delivery date', '.promo');
  await panel(page).getByLabel('Where to, place 1').selectOption('France');
  await panel(page).getByLabel('Days, place 1').fill('10-12');
  await expect(page.locator('.promo')).toContainText('Delivered ');
  await expect(page.locator('.promo')).toBeInViewport();
  expect(await cut()).toEqual([]);
  await button(page, 'Keep this change').tap();
  await add('Nearest shop', '#price');
  await panel(page).getByLabel('Name, shop 1').fill('Paris');
  await panel(page).getByLabel('Latitude, longitude, shop 1').fill('48.8566, 2.3522');
  await panel(page).getByLabel('Its page, shop 1').fill('/shops/paris');
  expect((await cut()).filter((field) => field.includes('shop'))).toEqual([]);
  await expect(page.locator('#price + p')).toContainText('All our shops');
  await expect(panel(page)).toContainText('whose place on the map is not known: your own words show.');
  await button(page, 'View as somebody near Paris').tap();
  await expect.poll(() => visibleText(page.locator('#price + p'))).toContain('Our nearest shop: Paris, 0 km away');
  await button(page, 'Keep this change').tap();
  await expect(panel(page).getByText('There are 2 texts to copy, in this list.')).toBeVisible();
});

for (const [width, height] of [
  [320, 640],
  [390, 640],
  [1280, 640],
  [320, 200],
] as const)
  test(`why a change cannot be kept comes into sight, with room around its words at ${width} × ${height}${width === 390 ? '' : ' @rare'}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    await openPanel(page, site.page(shop, { head }));
    await pointAt(page, page.locator('h1'));
    await button(page, 'Keep this change').tap();
    const mistake = panel(page).locator('.mistake');
    await expect(mistake).toContainText('Choose for whom');
    await expect(mistake).toBeInViewport({ ratio: 1 });
    const room = await mistake.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [words, around] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return [words.left - around.left, words.top - around.top, around.bottom - words.bottom];
    });
    expect(Math.min(...room)).toBeGreaterThan(4);
    // Nothing that always stays lies over it.
    const [said, actions] = [await mistake.boundingBox(), await button(page, 'Keep this change').boundingBox()];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0);
  });

test('that something is copied is said in sight of who copies it', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPanel(page, site.page(shop, { head }));
  for (const select of ['h1', '.promo', 'a.shop']) {
    await pointAt(page, page.locator(select));
    await panel(page).getByLabel('New words').fill('In {country}');
    await keep(page);
  }
  await panel(page).getByLabel('To copy').scrollIntoViewIfNeeded();
  await button(page, 'Copy').tap();
  const said = panel(page).getByRole('status');
  await expect(said).toHaveText('Copied');
  await expect(said).toBeInViewport({ ratio: 0.9 });
});

test('what stands at the end of a page is pointed at from the other side', async ({ page, site }) => {
  const end = '<footer><p class="legal">Porto Shoes, Lda.</p></footer>';
  await openPanel(page, site.page(shop + end, { head: `${head}<style>main { block-size: 1200px }</style>` }));
  await button(page, 'Point at the page').tap();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await button(page, 'Other side').tap();
  const { x, y } = (await page.locator('.legal').boundingBox()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(x + 20, y + 8);
  await expect(panel(page).getByRole('status')).toHaveText('Paragraph “Porto Shoes, Lda.” is chosen');
  await expect(page.locator('.legal')).toBeInViewport({ ratio: 1 });
});

test('what was kept is said in sight, also after the panel was low for a picture', async ({ page, site }) => {
  await openPanel(
    page,
    site.page('<main><h1>Boots</h1><img class="photo" src="/one.gif" alt="A boot" width="240" height="400"></main>', {
      head,
    }),
  );
  await pointAt(page, page.locator('.photo'));
  await expect(page.locator('.photo')).toBeInViewport({ ratio: 1 });
  await panel(page).getByLabel('Address of the picture').fill('/paris.gif');
  await forVisitorsFrom(page, 'France');
  await keep(page);
  const said = panel(page).getByRole('status');
  await expect(said).toContainText('Kept: ');
  await expect(said).toBeInViewport({ ratio: 0.9 });
  const [words, copy] = [await said.boundingBox(), await button(page, 'Copy').boundingBox()];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(copy?.y ?? 0);
});
