import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** Markup, and what each kind of answer shows of it: yes, no, unknown. */
const rows: ReadonlyArray<readonly [markup: string, yes: string, no: string, other: string]> = [
  ['<p data-geo-show="country: FR">A</p>', 'A', '', 'A'],
  ['<p data-geo-show="country: FR" hidden>A</p>', 'A', '', ''],
  ['<p data-geo-hide="country: FR">A</p>', '', 'A', 'A'],
  ['<p data-geo-hide="country: FR" hidden>A</p>', '', 'A', ''],
  ['<p data-geo-show="country: FR JP" data-geo-hide="country: JP" hidden>A</p>', 'A', '', ''],
  ['<p class="geo-show-fr">A</p>', 'A', '', 'A'],
  ['<p class="geo-show-eu geo-hidden">A</p>', 'A', '', ''],
  ['<p class="geo-hide-fr">A</p>', '', 'A', 'A'],
  ['<p class="geo-show-de geo-show-fr" hidden>A</p>', 'A', '', ''],
  ['<p class="box" data-geo-show="country: FR" hidden>A</p>', 'A', '', ''],
  ['<ul><li data-geo-show="country: FR" hidden>A</li><li>B</li></ul>', 'A B', 'B', 'B'],
  ['<table><tr data-geo-show="country: FR" hidden><td>A</td></tr><tr><td>B</td></tr></table>', 'A B', 'B', 'B'],
  ['<p data-geo-show="country: unknown FR" hidden>A</p>', 'A', '', 'A'],
  [
    '<div data-geo-ignore><p data-geo-show="country: FR" hidden>A</p><p data-geo-text="{city}">B</p></div>',
    'B',
    'B',
    'B',
  ],
  [
    '<div data-geo-ignore><geo-if country="FR" hidden>A</geo-if><geo-text template="{city}">B</geo-text></div>',
    'B',
    'B',
    'B',
  ],
];

// The rule for `.box` fights `hidden`, but leaves the starting state alone, which no script could.
const head = '<style>.geo-hidden{display:none}.box{display:flex}.box[hidden]:not([data-tested]){display:none}</style>';

/** Each in a part of its own. */
const html = rows.map(([markup]) => `<section>${markup}</section>`).join('');

async function shownIn(page: Page): Promise<string[]> {
  return Promise.all((await page.locator('section').all()).map(visibleText));
}

test('each row shows what it says on yes, on no, and else', async ({ page, site, expectLines }) => {
  expectLines();
  const shown = async (visitor: string) => {
    site.visitor = visitor;
    await page.evaluate(() => globalThis.geolet?.refresh());
    return shownIn(page);
  };
  await open(page, site.page(html, { head }));
  const [yes, no, other] = [rows.map((row) => row[1]), rows.map((row) => row[2]), rows.map((row) => row[3])];
  expect(await shownIn(page)).toEqual(yes);
  expect(await shown(visitors.osaka), 'no').toEqual(no);
  expect(await shown(visitors.nowhere), 'unknown').toEqual(other);
  expect(await shown(visitors.lyon), 'yes again').toEqual(yes);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await shownIn(page), 'no record').toEqual(other);
});

test('each row shows what is written where nothing is answered', async ({ page, site, browser, expectLines }) => {
  const written = rows.map(([markup]) => visibleWritten(markup));
  const url = site.page(html, { head });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(url);
  const read = (await still.locator('section').all()).map((section) => section.innerText());
  expect((await Promise.all(read)).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(written);
  await context.close();

  site.geo = faults.hang;
  await page.goto(url);
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  expect(await shownIn(page), 'before the answer').toEqual(written);
  site.geo = faults.status(404);
  expectLines(/404/, /\[geolet\] http/);
  await open(page, url);
  const named = rows.map(([markup], at) => (markup.includes('unknown') ? 'A' : written[at]));
  expect(await shownIn(page), 'after a failure').toEqual(named);
});

function visibleWritten(markup: string): string {
  if (markup.includes('B<')) return 'B';
  return /hidden/.test(markup.replace(/data-geo-\w+="[^"]*"/g, '')) ? '' : 'A';
}

test('what is hidden stays so on a page that lists style sheets of its own @rare', async ({ page, site }) => {
  const html =
    '<style>p{display:flex}</style><main><p data-geo-show="country: JP">A</p><p hidden data-geo-show="country: JP">B</p></main>';
  await open(page, site.page(html));
  await page.evaluate(() => void (document.adoptedStyleSheets = [new CSSStyleSheet()]));
  await page.evaluate(() => globalThis.geolet?.override('US'));
  expect(await visibleText(page.locator('main'))).toBe('');
  await page.evaluate((html) => {
    document.open();
    document.write(`<!doctype html>${html}`);
    document.close();
  }, html);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('');
  await page.evaluate(() => globalThis.geolet?.destroy());
  // As the page's own CSS has it.
  expect(await visibleText(page.locator('main'))).toBe('A B');
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
});

test('CSS that gives a hidden element a box is overruled, and put back with the answer', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  const url = site.page(
    '<p id="a" class="box" data-geo-show="country: FR">A</p><p id="b" style="color: red" class="box" data-geo-show="country: FR">B</p>',
    { head: '<style>.box{display:flex !important}</style>' },
  );
  await open(page, url);
  expect(await visibleText(page.locator('body'))).toBe('');
  await page.evaluate(() => globalThis.geolet?.override('FR'));
  expect(await visibleText(page.locator('body'))).toBe('A B');
  expect(await page.locator('#a').getAttribute('style')).toBeNull();
  expect(await page.locator('#b').getAttribute('style')).toBe('color: red');
});

test('CSS in a layer that gives a hidden element a box shows nothing of it @rare', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  const head = '<style>@layer utilities{.flex{display:flex !important}}</style>';
  await open(
    page,
    site.page(
      '<p id="a" class="flex" data-geo-show="country: FR">A</p><p id="b" class="flex geo-show-fr">B</p><p id="c">C</p>',
      { head },
    ),
  );
  await expect(page.locator('#a')).toBeHidden();
  await expect(page.locator('#b')).toBeHidden();
  const { y } = (await page.locator('#c').boundingBox()) ?? {};
  expect(y).toBe(
    await page.evaluate(
      () => (
        document.querySelectorAll('.flex').forEach((hidden) => hidden.remove()),
        document.querySelector('#c')?.getBoundingClientRect().y
      ),
    ),
  );
});

test('CSS in a layer does not keep back what the answer shows @rare', async ({ page, site }) => {
  await open(
    page,
    site.page('<p class="flex" hidden data-geo-show="country: FR">A</p>', {
      head: '<style>@layer utilities{.flex{display:flex !important}}</style>',
    }),
  );
  await expect(page.locator('p')).toBeVisible();
});
