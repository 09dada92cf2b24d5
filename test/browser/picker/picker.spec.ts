import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { copied, forVisitorsFrom, keep, onPages, openPanel, panel, pointAt, shop, status } from './support.ts';

const text = (page: Page, select: string) => page.locator(select).textContent();
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const whatToChange = (page: Page) => panel(page).getByLabel('What to change');

test('words for a country: pointed at, written, seen, and copied as a rule', async ({ page, site, context }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await expect(panel(page).getByLabel('New words')).toHaveValue('Made to walk');
  await panel(page).getByLabel('New words').fill('Faits pour <marcher>');
  await forVisitorsFrom(page, 'France');
  await expect(page.locator('h1')).toHaveText('Faits pour <marcher>');
  await keep(page);
  await expect(status(page)).toHaveText(
    'Kept: Heading 1 “Made to walk”: words “Faits pour <marcher>”, for France, on /',
  );
  const head = await copied(page);
  expect(head).toContain('{"select":"h1","text":"Faits pour \\u003cmarcher>","when":"country: FR; path: /"}');
  expect(site.requests.filter((path) => !path.startsWith('/geolet'))).toEqual(['/one.gif']);
  // A tab of its own, without what was tried.
  const visitor = await context.newPage();
  await open(visitor, site.page(shop, { head }));
  await expect(visitor.locator('h1')).toHaveText('Faits pour <marcher>');
  await expect(visitor.locator('geo-preview')).toHaveCount(0);
});

test('a change shows to whom it is for, and the page can be seen as one of them @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Hello {country}');
  await forVisitorsFrom(page, 'Japan', 'nordic');
  await expect(panel(page)).toContainText('You see the page as France: this change does not show.');
  expect(await text(page, 'h1')).toBe('Made to walk');
  await button(page, 'View as Japan').click();
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  await expect(panel(page)).toContainText('You see the page as Japan: this change shows.');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('Norway');
  await expect(page.locator('h1')).toHaveText('Hello Norway');
  await keep(page);
  expect(await copied(page)).toContain(
    '"when":"country: JP; path: /"},\n    {"select":"h1","text":"Hello {country}","when":"group: nordics; path: /"}',
  );
});

test('words with a value that is not known are said not to show @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Made to walk {city}');
  await expect(panel(page)).toContainText(
    'You see the page as France, of whom {city} is not known: this change does not show. Write words for that case, such as {city|your words}.',
  );
  expect(await text(page, 'h1')).toBe('Made to walk');
  await panel(page).getByLabel('New words').fill('Made to walk {city|your city}');
  await expect(page.locator('h1')).toHaveText('Made to walk your city');
  await expect(panel(page)).toContainText('You see the page as France.');
  await expect(panel(page)).not.toContainText('not known');
});

test('a price has a row for each place and currency, the page’s first', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('#price'));
  await expect(whatToChange(page)).toHaveValue('currency');
  await expect(panel(page).getByLabel('Currency, price 1')).toHaveValue('USD');
  await expect(panel(page).getByLabel('Amount, price 1')).toHaveValue('49');
  await panel(page).getByLabel('Currency, price 2').fill('eur');
  await panel(page).getByLabel('Amount, price 2').fill('45.00');
  await expect(page.locator('#price')).toHaveText('€45.00');
  await button(page, 'Add a price').click();
  await panel(page).getByLabel('Where, price 3').selectOption('Japan');
  await panel(page).getByLabel('Currency, price 3').fill('JPY');
  await panel(page).getByLabel('Amount, price 3').fill('6,900');
  await keep(page);
  await expect(status(page)).toContainText('is not a price');
  await panel(page).getByLabel('Amount, price 3').fill('');
  await expect(panel(page)).toContainText('Each price needs a currency and an amount, such as EUR and 45.00.');
  await panel(page).getByLabel('Amount, price 3').fill('6900');
  await keep(page);
  expect(await copied(page)).toContain(
    '{"select":"#price","currency":"USD 49, EUR 45.00, JP: JPY 6900","when":"path: /"}',
  );
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption('Japan');
  await expect(page.locator('#price')).toHaveText('¥6,900');
});

test('something shows only to some, or to all but some @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'JP');
  await pointAt(page, page.locator('.promo'));
  await whatToChange(page).selectOption('Show it only to some');
  await forVisitorsFrom(page, 'France', 'European Union');
  await expect(page.locator('.promo')).toBeHidden();
  await keep(page);
  await expect(status(page)).toHaveText(/shown only for France, European Union, on \/$/);
  expect(await copied(page)).toContain('{"select":".promo","hide":"not-country: FR; not-group: eu","when":"path: /"}');
  await button(page, /^Edit/).click();
  await whatToChange(page).selectOption('Hide it from some');
  await expect(page.locator('.promo')).toBeVisible();
  await panel(page).getByLabel('For whom').selectOption('Everybody except visitors from …');
  await expect(page.locator('.promo')).toBeHidden();
  await keep(page);
  await expect(status(page)).toHaveText(/hidden for everybody but France, European Union, on \/$/);
  expect(await copied(page)).toContain('{"select":".promo","hide":"not-country: FR; not-group: eu","when":"path: /"}');
});

test('links, pictures and classes have fields, and no address runs code @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('a.shop'));
  await whatToChange(page).selectOption('Where the link leads');
  await panel(page).getByLabel('Address of the link').fill('javascript:alert(1)');
  await forVisitorsFrom(page, 'France');
  await expect(panel(page)).toContainText('This is not an address that Geolet writes');
  await panel(page).getByLabel('Address of the link').fill('/fr');
  await expect(page.locator('a.shop')).toHaveAttribute('href', /\/fr$/);
  await keep(page);
  await pointAt(page, page.locator('img'));
  await expect(whatToChange(page)).toHaveValue('src');
  await panel(page).getByLabel('Address of the picture').fill('/{country:lower}.gif');
  await expect(page.locator('img')).toHaveAttribute('src', /\/fr\.gif$/);
  await keep(page);
  await pointAt(page, page.locator('h1'));
  await whatToChange(page).selectOption('Class');
  await panel(page).getByLabel('Class names').fill('from-{country}');
  await keep(page);
  await expect(page.locator('h1')).toHaveClass('from-fr');
});

test('a mistake is said in the words of Geolet, and nothing of it shows @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Hello {town}');
  await expect(panel(page)).toContainText('{town}');
  await expect(panel(page)).toContainText('city');
  expect(await text(page, 'h1')).toBe('Made to walk');
  await panel(page).getByLabel('New words').fill('Hello');
  await keep(page);
  await expect(status(page)).toHaveText(/Choose for whom/);
  await panel(page).getByLabel('For whom').selectOption('Visitors from …');
  await keep(page);
  await expect(status(page)).toHaveText('Choose a country, a state or a group.');
});

test('changes are edited, undone and done again, and stay in the tab', async ({ page, site, context }) => {
  const address = site.page(shop);
  await openPanel(page, address, 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await button(page, /^Edit: Heading 1/).click();
  await panel(page).getByLabel('New words').fill('Now in {country}');
  await keep(page);
  await expect(page.locator('h1')).toHaveText('Now in France');
  await button(page, 'Undo').click();
  await expect(page.locator('h1')).toHaveText('In France');
  await button(page, 'Redo').click();
  await button(page, /^Remove: Heading 1/).click();
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await button(page, 'Undo').click();
  await expect(page.locator('h1')).toHaveText('Now in France');
  await page.reload();
  await expect(page.locator('h1')).toHaveText('Now in France');
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Now in' })).toBeVisible();
  const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect(stored[1]).toContain('geolet:drafts');
  expect(stored[0]).not.toContain('geolet:drafts');
  const other = await context.newPage();
  await other.goto(`${address}?geo-as=FR`);
  await expect(other.getByRole('button', { name: 'Change this page' })).toBeVisible();
  expect(await text(other, 'h1')).toBe('Made to walk');
});

test('what is half written is there after the page was loaded anew @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await page.reload();
  await expect(panel(page).getByLabel('New words')).toHaveValue('In {country}');
  await expect(page.locator('h1')).toHaveText('In France');
});

test('closed, the changes stay; without a preview the page is as written @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await button(page, 'Close').click();
  await expect(panel(page)).toBeHidden();
  const opener = page.getByRole('button', { name: 'Change this page (1)' });
  await expect(opener).toBeFocused();
  await expect(page.locator('h1')).toHaveText('In France');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(site.url + '/');
  await expect(page.locator('h1')).toHaveText('Made to walk');
  await expect(opener).toHaveCount(0);
});

test('data-preview="off" turns it off, and its files come with the first change', async ({ page, site }) => {
  const asked = () => site.requests.filter((path) => path.includes('geolet-picker'));
  await open(
    page,
    `${site.page(shop, { tag: '<script async src="/geolet.js" data-endpoint="/geo" data-preview="off"></script>' })}?geo-as=FR`,
  );
  await expect(page.getByRole('button', { name: 'Change this page' })).toHaveCount(0);
  await page.goto(`${site.page(shop)}?geo-as=FR`);
  await expect(page.getByRole('button', { name: 'Change this page' })).toBeVisible();
  expect(asked()).toEqual([]);
  await page.getByRole('button', { name: 'Change this page' }).click();
  await expect(panel(page)).toBeVisible();
  expect(asked()).toHaveLength(1);
});

test('pointing never clicks the page, and Escape ends it before the page hears @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(`${shop}<script>
      globalThis.heard = [];
      for (const type of ['click', 'pointerdown', 'mousedown', 'keydown'])
        document.addEventListener(type, ({ target }) => target.localName === 'geo-preview' || heard.push(type), true);
    </script>`),
  );
  await pointAt(page, page.locator('a.shop'));
  await expect(status(page)).toHaveText('Link “Our shop” is chosen');
  await button(page, 'Point at the page').click();
  await expect(button(page, 'Point at the page')).toHaveAttribute('aria-pressed', 'true');
  await page.locator('h1').hover({ force: true });
  await page.keyboard.press('Escape');
  await expect(button(page, 'Point at the page')).toHaveAttribute('aria-pressed', 'false');
  await expect(button(page, 'Point at the page')).toBeFocused();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[])).toEqual([]);
  expect(page.url()).toBe(`${site.url}/?geo-as=FR`);
});

test('the caption of the frame hides no words of the element @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await button(page, 'Point at the page').click();
  await page.locator('h1').hover({ force: true, position: { x: 20, y: 10 } });
  const caption = page.locator('geo-preview .outline > span');
  const covers = async () => {
    const [shown, words] = [await caption.boundingBox(), await page.locator('h1').boundingBox()];
    return shown && words && shown.y < words.y + words.height && shown.y + shown.height > words.y;
  };
  await expect(caption).toHaveText('Heading 1 “Made to walk”');
  await expect.poll(covers).toBe(false);
});

test('words in boxes in boxes: the innermost has them @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await pointAt(page, page.getByText('Sale until Sunday'));
  await panel(page).getByLabel('New words').fill('Soldes à {city|Lyon}');
  await expect(page.locator('.framer-text')).toHaveText('Soldes à Lyon');
  await keep(page);
  expect(await copied(page)).toContain('"select":"#hero span"');
});

test('what cannot be changed says why @rare', async ({ page, site }) => {
  await openPanel(
    page,
    site.page(`<style>main > * { display: block; inline-size: 20em; block-size: 2em }</style><main>
      <iframe title="Map" srcdoc="<p>A map</p>"></iframe><div class="off" data-geo-ignore>Never</div><geo-text template="{city}">you</geo-text>
      <my-card id="card"></my-card><p class="mixed">One <b>two</b> three</p></main>
      <script>card.attachShadow({ mode: 'open' }).innerHTML = '<p>Inside</p>';</script>`),
  );
  const reasons = [
    ['iframe', 'This is a page of its own, in a frame.'],
    ['.off', 'data-geo-ignore around this turns Geolet off here.'],
    ['geo-text', 'This is in <geo-text>, an element of Geolet: change its attributes in your HTML.'],
    ['my-card', 'This is inside <my-card>, in a shadow root'],
  ] as const;
  await button(page, 'Point at the page').click();
  for (const [select, words] of reasons) {
    const box = await page.locator(select).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
    await expect(status(page)).toContainText(words);
  }
  await page.keyboard.press('Escape');
  await pointAt(page, page.locator('.mixed b'));
  await button(page, /^What is around it: Paragraph/).click();
  await expect(panel(page)).toContainText('Its words stand in several elements.');
  await expect(whatToChange(page).locator('> option')).toHaveText([
    'Show it only to some',
    'Hide it from some',
    'Class',
  ]);
});

test("what an element's own attributes write is left to them @rare", async ({ page, site }) => {
  await openPanel(
    page,
    site.page('<main><p id="own" class="geo-hide-jp" data-geo-text="In {city|town}">Town</p></main>'),
  );
  await pointAt(page, page.locator('#own'));
  await expect(whatToChange(page).locator('> option')).toHaveText(['Class']);
  await expect(panel(page)).toContainText('write this already (text, currency, show, hide)');
});

test('Enter takes the place that is named as a whole, and asks about another', async ({ page, site }) => {
  await openPanel(page, site.page(shop.replace('<main', '<main lang="de"')));
  await pointAt(page, page.locator('.promo'));
  await panel(page).getByLabel('For whom').selectOption('Visitors from …');
  const field = panel(page).getByRole('combobox', { name: 'Country, state or group' });
  const chosen = panel(page).getByRole('list', { name: 'Chosen places' }).getByRole('listitem');
  const type = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await type('UK');
  await expect(chosen).toHaveText([/United Kingdom/]);
  await type('Frankreich');
  await expect(chosen).toHaveText([/United Kingdom/, /France/]);
  await type('日本');
  await expect(chosen).toHaveText([/United Kingdom/, /France/, /Japan/]);
  await type('germ');
  await expect(chosen).toHaveCount(3);
  await expect(status(page)).toHaveText('Do you mean Germany? Enter takes it, the arrow keys choose another.');
  await field.press('Enter');
  await expect(chosen).toHaveCount(4);
  await type('Itly');
  await expect(status(page)).toContainText('Do you mean Italy?');
  await type('Zzzz');
  await expect(status(page)).toContainText('There is no place “Zzzz”');
  await type('Asia');
  await expect(status(page)).toHaveText('Asia added');
  await type('UK');
  await expect(status(page)).toHaveText('United Kingdom is chosen already');
  await expect(chosen).toHaveCount(5);
});

test('elements that nothing tells apart are changed together, or not at all @rare', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await pointAt(page, page.getByText('Leather'));
  await expect(status(page)).toContainText('Nothing tells this element from 1 like it.');
  await button(page, 'Change all 2 of them').click();
  await panel(page).getByLabel('New words').fill('In {country}');
  await expect(page.locator('li')).toHaveText(['In France', 'In France']);
});

test('all of it by keyboard: the page is a tree', async ({ page, site }) => {
  await openPanel(page, site.page(shop));
  await expect(button(page, 'Point at the page')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  await expect.poll(focused).toBe('Heading 1 “Made to walk”');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Paragraph “$49”');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toMatch(/^Main part/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toMatch(/^Heading 1/);
  await page.keyboard.press('Enter');
  await expect(whatToChange(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('In {country}');
  await expect(page.locator('h1')).toHaveText(/In France/);
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(/In France/);
});

test("the page's rules and settings are kept in what is copied @rare", async ({ page, site }) => {
  const settings = { groups: { near: 'DE AT' }, rules: [{ select: '.promo', text: 'Own {country}' }] };
  await openPanel(page, site.page(shop, { head: block(settings) }), 'DE');
  await expect(page.locator('.promo')).toHaveText('Own Germany');
  await pointAt(page, page.locator('.promo'));
  await panel(page).getByLabel('New words').fill('Gratis');
  await forVisitorsFrom(page, 'near');
  await expect(page.locator('.promo')).toHaveText('Gratis');
  await keep(page);
  await expect(panel(page)).toContainText('in place of the settings block that you have');
  const script = /^<script[^>]*>([^]*)<\/script>$/.exec(await copied(page))?.[1] ?? '';
  expect(JSON.parse(script)).toEqual({
    groups: { near: 'DE AT' },
    rules: [{ select: '.promo', text: 'Gratis', when: 'group: near; path: /' }, ...settings.rules],
  });
});

test('attributes, classes and HTML do the same, else that is said @rare', async ({ page, site, context }) => {
  await openPanel(page, site.page(shop), 'FR');
  await pointAt(page, page.locator('.promo'));
  await whatToChange(page).selectOption('Show it only to some');
  await forVisitorsFrom(page, 'France', 'European Union');
  await onPages(page, 'Every page');
  await keep(page);
  const copyAs = panel(page).getByLabel('Copy as');
  await copyAs.selectOption('Classes of the elements');
  expect(await copied(page)).toBe('Paragraph “Free delivery in France” (.promo)\ngeo-show-fr geo-show-eu');
  await copyAs.selectOption('Attributes of the elements');
  expect(await copied(page)).toBe(
    'Paragraph “Free delivery in France” (.promo)\ndata-geo-hide\nnot-country: FR; not-group: eu',
  );
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Faits & prêts');
  await forVisitorsFrom(page, 'France');
  await onPages(page, 'Every page');
  await keep(page);
  expect(await copied(page)).toContain('(h1)\ndata-geo-text\nFaits & prêts\ndata-geo-when\ncountry: FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Hergestellt <zum> Laufen');
  await forVisitorsFrom(page, 'Germany');
  await onPages(page, 'Every page');
  await keep(page);
  await expect(panel(page)).toContainText('Attributes cannot say all of this');
  await copyAs.selectOption('HTML');
  const html = await copied(page);
  expect(html).toBe(
    '<p class="promo" data-geo-hide="not-country: FR; not-group: eu">Free delivery in France</p>\n\n' +
      '<h1><geo-switch><geo-case country="DE" hidden>Hergestellt &lt;zum> Laufen</geo-case><geo-case country="FR" hidden>Faits &amp; prêts</geo-case>Made to walk</geo-switch></h1>',
  );
  const visitor = await context.newPage();
  await open(visitor, site.page(`<main>${html}</main>`));
  await expect.poll(() => visibleText(visitor.locator('main'))).toBe('Free delivery in France Faits & prêts');
});

test('Copy says what it did, with a clipboard and without', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPanel(page, site.page(shop));
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await button(page, 'Copy').click();
  await expect(status(page)).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await copied(page));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await button(page, 'Copy').click();
  await expect(status(page)).toHaveText(/^The text is selected/);
  expect(
    await page.evaluate(() => {
      const field = document.activeElement?.shadowRoot?.activeElement;
      return field instanceof HTMLTextAreaElement && field.selectionEnd === field.value.length;
    }),
  ).toBe(true);
});

test('works under a strict policy with Trusted Types @rare', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await openPanel(page, site.page(shop.replace('/one.gif', '/two.gif')));
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('In {country}');
  await keep(page);
  await expect(page.locator('h1')).toHaveText('In France');
  await expect(panel(page)).toHaveCSS('display', 'flex');
});

for (const [width, scheme, dir] of [
  [320, 'light', 'ltr'],
  [1280, 'dark', 'ltr'],
  [1280, 'light', 'rtl'],
] as const)
  test(`axe finds nothing at ${width}, ${scheme}, ${dir}${width === 320 ? '' : ' @rare'}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme: scheme });
    const html = `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Shop</title><style>a { color: inherit }</style><script async src="/geolet.js" data-endpoint="/geo"></script></head><body>${shop}</body></html>`;
    await openPanel(page, site.page(html));
    await pointAt(page, page.locator('h1'));
    await panel(page).getByLabel('New words').fill('In {country}');
    await forVisitorsFrom(page, 'France');
    await panel(page).getByRole('combobox', { name: 'Country, state or group' }).fill('ge');
    expect(await violations(page)).toEqual([]);
    await keep(page);
    await button(page, 'Choose from a list').click();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Copy').hover();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Point at the page').click();
    expect(await violations(page)).toEqual([]);
    const box = await page.getByRole('region', { name: 'Preview of this page' }).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(
      await page
        .getByRole('region', { name: 'Preview of this page' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0);
    expect((box?.x ?? 0) < width / 2).toBe(width === 320 || dir === 'rtl');
  });
