import { chromium, type Locator, type Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { forVisitorsFrom, openPanel, panel, pointAt, shop, status } from './support.ts';

const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const outline = (page: Page) => page.locator('geo-preview .outline');

/** From where to where on the screen these words reach, in the text of an element. */
const placeOf = (element: Locator, words: string): Promise<{ left: number; right: number }> =>
  element.evaluate((within, wanted) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const start = (currentNode.textContent ?? '').indexOf(wanted);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(currentNode, start);
      range.setEnd(currentNode, start + wanted.length);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }
    throw new Error(`no ${wanted}`);
  }, words);

/** Whether it is in the window, and nothing of it under the panel. */
async function isBesidePanel(page: Page, select: string): Promise<boolean> {
  const [shown, box] = [
    await page.locator(select).boundingBox(),
    await page.locator('geo-preview [part=box]').boundingBox(),
  ];
  if (!shown || !box) return false;
  const isBeside = shown.x + shown.width <= box.x || shown.y + shown.height <= box.y || shown.y >= box.y + box.height;
  return isBeside && shown.y >= 0 && shown.y + shown.height <= innerHeightOf(page);
}

const innerHeightOf = (page: Page): number => page.viewportSize()?.height ?? 0;

test('the printed page has nothing of the panel, also while its owner points @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await button(page, 'Point at the page').click();
  await page.locator('h1').hover({ force: true, position: { x: 20, y: 10 } });
  await expect(outline(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('geo-preview [part=box]')).toBeHidden();
  await expect(outline(page)).toBeHidden();
  await expect(page.locator('geo-preview .shield')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(panel(page)).toBeVisible();
});

test('words that run from right to left end on the left @rare', async ({ page, site }) => {
  await openPanel(page, site.page('<main dir="rtl" lang="he"><h1>נעליים להליכה!</h1></main>'));
  const endsOnTheLeft = async (element: Locator, words: string): Promise<boolean> =>
    (await placeOf(element, '!')).right <= (await placeOf(element, words)).left;
  await button(page, 'Choose from a list').press('Enter');
  const row = panel(page).getByRole('treeitem', { name: 'Heading 1' });
  await expect(row).toBeFocused();
  expect(await endsOnTheLeft(row, 'נעליים')).toBe(true);
  expect(await endsOnTheLeft(outline(page), 'נעליים')).toBe(true);
  await page.keyboard.press('Enter');
  expect(await endsOnTheLeft(panel(page).locator('strong'), 'נעליים')).toBe(true);
  const field = panel(page).getByLabel('New words');
  await field.fill('Hello {city|you}!');
  await expect(field).toHaveCSS('direction', 'ltr');
  await field.fill('שלום {city|עולם}!');
  await expect(field).toHaveCSS('direction', 'rtl');
  await button(page, 'Keep this change').press('Enter');
  await expect(status(page)).toContainText('Kept');
  expect(await endsOnTheLeft(status(page), 'נעליים')).toBe(true);
  expect(await endsOnTheLeft(panel(page).getByRole('listitem'), 'נעליים')).toBe(true);
});

test('the place of what is said is there before its first words, and takes no room @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await expect(status(page)).toHaveText('');
  const gap = () =>
    panel(page).evaluate((section) => {
      const [row, list] = ['.start', '.list'].map((select) => section.querySelector(select)?.getBoundingClientRect());
      return Math.round((list?.top ?? 0) - (row?.bottom ?? 0));
    });
  const empty = await gap();
  await status(page).evaluate((element) => element.remove());
  expect(await gap()).toBe(empty);
});

test('after the page is shown as somebody else, the focus is at what comes next @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Brot');
  await forVisitorsFrom(page, 'Germany');
  await button(page, 'View as Germany').press('Enter');
  await expect(page.locator('h1')).toHaveText('Brot');
  await expect(button(page, 'Keep this change')).toBeFocused();
  await expect(button(page, 'Keep this change')).toHaveAccessibleDescription(
    'You see the page as Germany: this change shows.',
  );
});

for (const [name, width, flags] of [
  ['a window of 400 px with a scroll bar that takes room', 400, []],
  ['letters of twice the size', 900, ['--blink-settings=defaultFontSize=32']],
] as const)
  test(`what is chosen by keyboard is in sight beside the panel: ${name} @rare`, async ({ launchOptions, site }) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...flags],
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const page = await browser.newPage({ viewport: { width, height: 700 } });
    const rows = Array.from({ length: 30 }, (_, index) => `<p id="row-${index}">Row ${index}</p>`).join('');
    await openPanel(page, site.page(`<main><h1>Rows</h1>${rows}</main>`));
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    await button(page, 'Choose from a list').press('Enter');
    await page.keyboard.press('End');
    await expect(outline(page).locator('span')).toHaveText('Paragraph “Row 29”');
    const isInSight = () => isBesidePanel(page, '#row-29');
    await expect.poll(isInSight).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(isInSight).toBe(true);
    await browser.close();
  });

test('each element of a page that hardly scrolls is in sight on a phone @rare', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  const rows = Array.from({ length: 19 }, (_, index) => `<p id="row-${index}">Row ${index}</p>`).join('');
  await openPanel(page, site.page(`<main><h1>Rows</h1>${rows}</main>`));
  await button(page, 'Choose from a list').press('Enter');
  for (let index = 0; index < 19; index++) {
    await page.keyboard.press('ArrowDown');
    await expect(panel(page).getByRole('treeitem', { name: `“Row ${index}”` })).toBeFocused();
    expect(await isBesidePanel(page, `#row-${index}`), `row ${index}`).toBe(true);
  }
  await panel(page).getByRole('treeitem', { name: '“Row 8”' }).click();
  await expect(panel(page).getByLabel('What to change')).toBeFocused();
  await expect(panel(page).getByLabel('What to change')).toBeInViewport({ ratio: 1 });
  expect(await isBesidePanel(page, '#row-8')).toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the ring around what has the focus is seen on the panel: ${colorScheme} @rare`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await openPanel(page, site.page(shop, { head: '<style>:root { color-scheme: light dark }</style>' }));
    await pointAt(page, page.locator('h1'));
    for (const field of [panel(page).getByLabel('New words'), panel(page).getByLabel('For whom')]) {
      await page.keyboard.press('Tab');
      await field.focus();
      const contrast = await field.evaluate((element) => {
        const lightnessOf = (colour: string) => {
          const parts = [...colour.matchAll(/[\d.]+/g)].map(([part]) => Number(part) / 255);
          const [red = 0, green = 0, blue = 0] = parts.map((part) =>
            part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const box = element.closest('[part=box]');
        const [one = 0, other = 0] = [
          lightnessOf(getComputedStyle(element).outlineColor),
          lightnessOf(box ? getComputedStyle(box).backgroundColor : ''),
        ].toSorted((first, second) => second - first);
        return (one + 0.05) / (other + 0.05);
      });
      expect(contrast).toBeGreaterThanOrEqual(3);
    }
  });
