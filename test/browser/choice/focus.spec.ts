import type { Page } from '@playwright/test';
import { be, nextFrame } from '../elements/support.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';

const outside = '<button id="outside">Outside</button>';
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Each has a field in the part that shows in France, and other words elsewhere. */
const forms = [
  ['geo-if', '<geo-if country="FR"><input id="field"> A<span slot="else" hidden>B</span></geo-if>'],
  [
    'a geo-if with templates',
    '<geo-if country="FR"><template><input id="field"> A</template><template slot="else">B</template>C</geo-if>',
  ],
  [
    'geo-switch',
    '<geo-switch><geo-case country="FR" hidden><input id="field"> A</geo-case><geo-case country="JP" hidden>B</geo-case>C</geo-switch>',
  ],
  [
    'a geo-switch in its default',
    '<geo-switch><geo-case country="JP" hidden>B</geo-case><input id="field"> A</geo-switch>',
  ],
  [
    'data-geo-show',
    '<div data-geo-show="country: FR"><input id="field"> A</div><div data-geo-hide="country: FR">B</div>',
  ],
  [
    'data-geo-hide',
    '<div data-geo-hide="country: JP"><input id="field"> A</div><div data-geo-show="country: JP" hidden>B</div>',
  ],
  ['a class', '<div class="geo-show-fr"><input id="field"> A</div><div class="geo-show-jp" hidden>B</div>'],
] as const;

test('a part that has the focus stays until the focus leaves, in each form', async ({ page }) => {
  await eachRow(forms, page, async ([, markup], site) => {
    await open(page, site.page(`<main>${markup}<p data-geo-text="{country}">you</p></main>${outside}`));
    await page.locator('#field').fill('half a word');
    await be(page, 'JP');
    // The rest of the page has followed.
    await expect(page.locator('p')).toHaveText('Japan');
    await expect(page.locator('#field')).toBeFocused();
    expect(await visibleText(page.locator('main'))).toContain('A');
    await page.locator('#outside').focus();
    await expect.poll(() => visibleText(page.locator('main'))).toBe('B Japan');
    expect(await focused(page)).toBe('outside');
    await be(page, 'FR');
    await expect(page.locator('#field')).toBeVisible();
    expect(await page.locator('#field').inputValue()).toBe('half a word');
  });
});

test('the focus may move about inside such a part @rare', async ({ page, site }) => {
  const html = `<main><geo-if country="FR"><input id="one"><input id="two"><span slot="else" hidden>B</span></geo-if></main>${outside}`;
  await open(page, site.page(html));
  await page.locator('#one').focus();
  await be(page, 'JP');
  await page.keyboard.press('Tab');
  await nextFrame(page);
  expect(await focused(page)).toBe('two');
  await page.keyboard.press('Tab');
  await expect.poll(() => visibleText(page.locator('main'))).toBe('B');
});

test('what has changed back meanwhile does not change at all @rare', async ({ page, site }) => {
  const html = `<main><geo-if country="FR"><input id="field">A<span slot="else" hidden>B</span></geo-if></main>${outside}`;
  await open(page, site.page(html));
  await page.locator('#field').focus();
  await be(page, 'JP');
  await be(page, 'FR');
  await page.locator('#outside').focus();
  await nextFrame(page);
  expect(await visibleText(page.locator('main'))).toBe('A');
});

test('a part without the focus follows at once, also with its button outside of it', async ({ page, site }) => {
  const html =
    '<main><button id="choose"><geo-switch><geo-case country="JP" hidden>In Japan</geo-case>Elsewhere</geo-switch></button><geo-if country="FR">A<span slot="else" hidden>B</span></geo-if></main>';
  await open(page, site.page(html));
  await page.locator('#choose').focus();
  await be(page, 'JP');
  expect(await visibleText(page.locator('main'))).toBe('In Japan B');
  expect(await focused(page)).toBe('choose');
});

test('a first answer that only adds to what has the focus is told at once @rare', async ({ page, site }) => {
  await open(page, site.page('<geo-if country="FR"><input id="field" autofocus> <span hidden>A</span></geo-if>'));
  await expect(page.locator('span')).toBeVisible();
  await expect(page.locator('#field')).toBeFocused();
});

test('a choice made inside a part that it ends keeps the visitor where they are @rare', async ({ page, site }) => {
  const html = `<main><geo-if country="FR">Ship to <geo-select countries="FR JP"></geo-select><span slot="else" hidden>B</span></geo-if></main>${outside}`;
  await open(page, site.page(html));
  const select = page.getByRole('combobox');
  await select.focus();
  await select.selectOption('JP');
  await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.countryCode)).toBe('JP');
  await nextFrame(page);
  await expect(select).toBeFocused();
  await page.locator('#outside').focus();
  await expect.poll(() => visibleText(page.locator('main'))).toBe('B');
});

test('a link that a value element shows, or stands in for, keeps it @rare', async ({ page, site, expectLines }) => {
  expectLines(/kept-back/);
  const places =
    '<script type="application/json" data-geo-settings>{"places":{"shops":[{"name":"Paris","latitude":48.86,"longitude":2.35,"url":"/paris"},{"name":"Osaka","latitude":34.69,"longitude":135.5,"url":"/osaka"}]}}</script>';
  const html = `${places}<main><geo-nearest places="shops" template="{name}" href="{url}"><a id="all" href="/shops">All</a></geo-nearest></main>${outside}`;
  await open(page, site.page(html));
  const be = (words: object) => page.evaluate(async (words) => globalThis.geolet?.override(words as never), words);
  await page.locator('#all').focus();
  await be({ country: 'FR', latitude: '48.8', longitude: '2.3' });
  expect(await focused(page)).toBe('all');
  expect(await visibleText(page.locator('main'))).toBe('All');
  await page.locator('#outside').focus();
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Paris');
  await page.getByRole('link', { name: 'Paris' }).focus();
  await be({ country: 'JP', latitude: '34.6', longitude: '135.5' });
  await expect(page.getByRole('link', { name: 'Paris' })).toBeFocused();
  await page.locator('#outside').focus();
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Osaka');
});

test.describe('a suggestion @rare', () => {
  const suggestion = '<geo-suggest country="FR" override="JP" label="Yes" hidden>Japan?</geo-suggest>';

  test('that is answered gives the focus back to where it came from', async ({ page, site }) => {
    for (const answer of ['Yes', 'Close']) {
      await open(page, site.page(`${outside}${suggestion.replace('override', `days="0" override`)}`));
      await page.locator('#outside').focus();
      await page.getByRole('button', { name: answer }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toHaveCount(0);
      expect(await focused(page)).toBe('outside');
      await page.evaluate(() => globalThis.geolet?.reset());
    }
  });

  test('that has the focus is not taken away by an answer that changes', async ({ page, site }) => {
    await open(page, site.page(`${outside}${suggestion}`));
    await page.getByRole('button', { name: 'Yes' }).focus();
    await be(page, 'DE');
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused();
    await page.locator('#outside').focus();
    await expect(page.getByRole('complementary')).toHaveCount(0);
    expect(await focused(page)).toBe('outside');
  });
});

test('all that was ended is as written at once, wherever the focus is @rare', async ({ page, site }) => {
  const html =
    '<main><geo-if country="FR" hidden><input id="field">A</geo-if><div data-geo-show="country: FR" hidden>B</div></main>';
  await open(page, site.page(html));
  await page.locator('#field').focus();
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await visibleText(page.locator('main'))).toBe('');
});
