import type { Page } from '@playwright/test';
import { block } from '../money/support.ts';
import { eachRow, expect, test } from '../support/test.ts';
import { copied, forVisitorsFrom, keep, openPanel, panel, pointAt, status } from './support.ts';

const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const whatToChange = (page: Page) => panel(page).getByLabel('What to change');

/** At the edge of its box, where no words are. */
async function pointAtEdge(page: Page, select: string): Promise<void> {
  await button(page, 'Point at the page').click();
  const box = await page.locator(select).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
}

test('what stands in data-geo-ignore is neither copied nor edited @rare', async ({ page, site }) => {
  const strangers = `<div data-geo-ignore>${block({ groups: { strange: 'FR' } })}<p class="price">$1 by a stranger</p></div>`;
  await openPanel(page, site.page(`${strangers}<main><p class="price">$49</p></main>`));
  await pointAt(page, page.locator('main .price'));
  await panel(page).getByLabel('Currency, price 2').fill('EUR');
  await panel(page).getByLabel('Amount, price 2').fill('45');
  await keep(page);
  expect(await copied(page)).not.toContain('strange');
  await panel(page).getByLabel('Copy as').selectOption('HTML');
  expect(await copied(page)).toBe(
    '<p class="price" data-geo-currency="USD 49, EUR 45" data-geo-when="path: /">$49</p>',
  );
  await button(page, /^Edit/).click();
  await expect(panel(page).locator('.taken')).toContainText('“$49”');
});

test('a settings block that is not JSON is said to be lost @rare', async ({ page, site, expectLines }) => {
  expectLines(/bad-settings/);
  const head = '<script type="application/json" data-geo-settings>{"groups":{"near":"DE"},}</script>';
  await openPanel(page, site.page('<h1>Boots</h1>', { head }));
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await expect(panel(page)).toContainText('The settings block of your page cannot be read');
  await expect(panel(page)).not.toContainText('All that was in it');
});

test('rules of the server are said to come before those that are copied @rare', async ({ page, site }) => {
  site.page('<h1>Boots</h1>');
  const { url } = await site.front({ rules: [{ select: 'h1', text: 'From {country}' }] });
  await openPanel(page, `${url}/`);
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await expect(page.locator('h1')).toHaveText('In France');
  await expect(panel(page)).toContainText('Your server has rules of its own, which come first.');
});

test('a price below a link over its card is pointed at, and the link at its words @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(`<style>.card { position: relative; inline-size: 20em } .card a::after { content: ""; position: absolute; inset: 0; z-index: 1 }</style>
      <main><div class="card"><h3><a class="name" href="/laces">Laces</a></h3><p class="price">$9</p></div></main>`),
  );
  await pointAt(page, page.locator('.price'));
  await expect(status(page)).toHaveText('Paragraph “$9” is chosen');
  await pointAt(page, page.locator('.name'));
  await expect(status(page)).toHaveText('Link “Laces” is chosen');
});

test('the words of a button with an icon are found from its edge @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(
      '<a class="buy" href="/buy" style="display:inline-block;padding:20px"><span class="wrap"><i class="icon"></i><span class="label">Buy now</span></span></a>',
    ),
  );
  await pointAtEdge(page, '.buy');
  await panel(page).getByLabel('New words').fill('Acheter');
  await forVisitorsFrom(page, 'France');
  await expect(page.locator('.label')).toHaveText('Acheter');
  await expect(page.locator('.buy .icon')).toHaveCount(1);
});

test('the address of a button with an icon is one step from its words', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(
      '<main><h1>Boots</h1><p><a class="buy" href="/buy"><i class="icon"></i><span>Buy now</span></a></p></main>',
    ),
  );
  await pointAt(page, page.locator('.buy span'));
  await button(page, 'The link: Link “Buy now”').click();
  await expect(panel(page).getByLabel('What to change')).toHaveValue('href');
  await expect(panel(page).getByLabel('Address of the link')).toHaveValue('/buy');
});

test('a price that was is called words, and not by its tag', async ({ page, site }) => {
  await openPanel(
    page,
    site.page('<main><h1>Boots</h1><p class="sale"><s class="was">$69</s> <span>$49</span></p></main>'),
  );
  await pointAt(page, page.locator('.was'));
  await expect(status(page)).toHaveText('Words “$69” is chosen');
});

test('why words cannot be written says what stands in the way @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(
      '<main><h1>Made to<br>walk</h1><p class="face">Nice <img src="/one.gif" alt="" width="9" height="9"></p><p class="mixed">One <b>two</b> three</p></main>',
    ),
  );
  for (const [select, words] of [
    ['h1', 'There is a line break in its words'],
    ['.face', 'Something else stands among its words'],
    ['.mixed', 'To change words, choose one of those. “One” is in none of them: give it an element of its own'],
  ] as const) {
    await pointAtEdge(page, select);
    await expect(panel(page)).toContainText(words);
  }
  await button(page, 'What is inside it').click();
  await expect(panel(page).getByRole('treeitem', { name: 'Words “two”' })).toBeFocused();
});

test('the list opens by its arrow, and has an element far down in a long page @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(
      `<main><h1>Rows</h1></main><section>${Array.from({ length: 400 }, (_, row) => `<p id="row-${row}">Row ${row}</p>`).join('')}</section>`,
    ),
  );
  const item = (name: string) => panel(page).getByRole('treeitem', { name, exact: true });
  await button(page, 'Choose from a list').click();
  const section = panel(page).getByRole('treeitem', { name: /^Section/ });
  await expect(section).toHaveAttribute('aria-expanded', 'false');
  await section.locator('.marker').click();
  await expect(item('Paragraph “Row 0”')).toBeVisible();
  await expect(whatToChange(page)).toBeHidden();
  await section.locator('.marker').click();
  await expect(item('Paragraph “Row 0”')).toHaveCount(0);
  await button(page, 'Choose from a list').click();
  await page.evaluate(() => document.querySelector('#row-390')?.scrollIntoView({ block: 'center' }));
  await pointAt(page, page.locator('#row-390'));
  await button(page, 'Choose from a list').click();
  await expect(item('Paragraph “Row 390”')).toBeFocused();
});

test('shortcuts of the page and focus of its dialogs leave the panel alone @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(`<input id="search" aria-label="Search"><h1>Boots</h1><script>
      document.addEventListener('keydown', (event) => {
        if (event.target.localName !== 'input' && event.key === 's') { event.preventDefault(); search.focus(); }
      });
      document.addEventListener('focusin', (event) => event.target === search || search.focus());
    </script>`),
  );
  await pointAt(page, page.locator('h1'));
  const words = panel(page).getByLabel('New words');
  await words.fill('');
  await words.pressSequentially('soldes');
  await expect(words).toHaveValue('soldes');
  await expect(page.locator('#search')).toHaveValue('');
});

test('Enter that takes what an input method offers keeps no change @rare', async ({ page, site }) => {
  await openPanel(page, site.page('<p id="price">$49</p>'));
  await pointAt(page, page.locator('#price'));
  await panel(page).getByLabel('Currency, price 2').fill('JPY');
  const amount = panel(page).getByLabel('Amount, price 2');
  await amount.fill('6900');
  const press = (isComposing: boolean) =>
    amount.evaluate(
      (field, init) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init })),
      { isComposing },
    );
  await press(true);
  await expect(whatToChange(page)).toBeVisible();
  await press(false);
  await expect(status(page)).toContainText('Kept');
});

test('the panel is there on the next page of a script that exchanges the body @rare', async ({ page, site }) => {
  await openPanel(page, site.page('<h1>Boots</h1>'));
  await page.evaluate(() => {
    const body = document.createElement('body');
    body.innerHTML = '<h1>Shoes</h1>';
    document.body.replaceWith(body);
  });
  await expect(panel(page)).toBeVisible();
  await expect(page.locator('geo-preview')).toHaveCount(1);
  await pointAt(page, page.locator('h1'));
  await expect(status(page)).toHaveText('Heading 1 “Shoes” is chosen');
});

test('a price among other words is said to take their place @rare', async ({ page, site }) => {
  await openPanel(page, site.page('<p id="offer">From 1 299,00 € a pair</p>'));
  await pointAt(page, page.locator('#offer'));
  await expect(panel(page).getByLabel('Amount, price 1')).toHaveValue('1299.00');
  await expect(panel(page)).toContainText('The price is written in place of all these words.');
});

test('fields of prices are called by where they stand @rare', async ({ page, site }) => {
  await openPanel(page, site.page('<p id="price">$49</p>'));
  await pointAt(page, page.locator('#price'));
  await button(page, 'Add a price').click();
  await button(page, 'Remove price 2').click();
  await button(page, 'Add a price').click();
  const fields = panel(page)
    .getByRole('list', { name: 'Prices' })
    .getByRole('textbox', { name: /^Amount/ });
  expect(await fields.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
    'Amount, price 1',
    'Amount, price 2',
    'Amount, price 3',
  ]);
});

test('on a phone what is chosen lies neither under the panel nor under a header @rare', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(
    page,
    site.page(
      `<header style="position: sticky; top: 0; height: 64px">Menu</header><h1>Boots</h1>${'<p>Words</p>'.repeat(20)}<p id="last">The last words</p>${'<p>Words</p>'.repeat(30)}`,
    ),
  );
  const seen = () =>
    page.locator('#last').evaluate((target) => {
      const { left, top, height } = target.getBoundingClientRect();
      return document.elementFromPoint(left + 5, top + height / 2)?.id;
    });
  await button(page, 'Point at the page').click();
  await page.locator('#last').scrollIntoViewIfNeeded();
  const box = await page.locator('#last').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 5);
  await expect(status(page)).toHaveText('Paragraph “The last words” is chosen');
  expect(await seen()).toBe('last');
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Choose from a list').click();
  await expect.poll(seen).toBe('last');
});

/** What pages do to everything on them, some of them to nobody's good. */
const fights: Readonly<Record<string, string>> = {
  'hides and moves all by style': `<style>*, *::before { display: none !important; visibility: hidden !important; opacity: 0 !important; transform: translateX(-9999px) !important }
    html, body, main, main * { display: block !important; visibility: visible !important; opacity: 1 !important; transform: none !important }</style>`,
  'gives lists, texts and elements names of its own': `<script>
    for (const type of [Array, String, Element, Node, HTMLElement, Map, Set, Promise])
      for (const name of ['toJSON', 'value', 'text', 'prices', 'then', 'when'])
        if (!(name in type.prototype)) Object.defineProperty(type.prototype, name, { configurable: true, get: () => undefined, set() {} });
  </script>`,
  'sends messages to its window': `<script>
    setInterval(() => { for (const data of ['{"geolet":"keep"}', { type: 'geolet', rules: [] }, 'keep', null]) postMessage(data, '*'); }, 5);
  </script>`,
  'takes away what others put beside its content': `<script>
    new MutationObserver((records) => { for (const { addedNodes } of records) for (const node of addedNodes) if (node.localName === 'div') node.remove(); })
      .observe(document.documentElement, { childList: true, subtree: true });
  </script>`,
};

test('the panel does its work on a page that fights it @rare', async ({ page }) => {
  await eachRow(Object.entries(fights), page, async ([, head], site) => {
    await openPanel(page, site.page('<main><p class="price">$49</p></main>', { head }));
    await pointAt(page, page.locator('main .price'));
    await panel(page).getByLabel('Currency, price 2').fill('EUR');
    await panel(page).getByLabel('Amount, price 2').fill('45');
    await keep(page);
    expect(await copied(page)).toContain('EUR 45');
  });
});
