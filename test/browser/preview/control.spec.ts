import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { violations } from '../support/accessibility.ts';
import { expect, visibleText } from '../support/test.ts';
import { content, inLyon, requestsFor, test } from '../visitor/told.ts';

const main = `<main>${content}</main>`;
const inJapan = 'Hello Japan Shoes for you Five days.';
const inGermany = 'Hello Germany Shoes for you Five days.';
const who = (page: Page) => page.locator('geo-preview').getByLabel('Viewing as');

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('main')), { message: 'what the visitor reads' }).toBe(text);
}

/** Marks the document, so that a page that was loaded anew shows. */
const markDocument = (page: Page) => page.evaluate(() => Reflect.set(globalThis, Symbol.for('same document'), true));
const isSameDocument = (page: Page) =>
  page.evaluate(() => Reflect.get(globalThis, Symbol.for('same document')) === true);

test('says whom the page is viewed as, in English and in a corner of the window', async ({ page, site }) => {
  await page.goto(`${site.page(main)}?geo-as=${encodeURIComponent('US-CA; device: mobile')}`);
  const box = page.getByRole('region', { name: 'Preview of this page' });
  await expect(box).toBeVisible();
  await expect(box).toHaveAttribute('lang', 'en');
  await expect(box).toHaveAttribute('dir', 'ltr');
  expect(await who(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
    'United States',
  );
  await expect(box).toContainText('US-CA, device: mobile');
  await expect(box).toHaveCSS('position', 'fixed');
});

test('changes the page without a reload, and the address and the tab follow', async ({ page, site, told }) => {
  await page.goto(`${site.page(main)}?a=1&geo-as=JP#part`);
  await expectText(page, inJapan);
  await markDocument(page);
  await who(page).selectOption({ label: 'Germany' });
  await expectText(page, inGermany);
  expect(page.url()).toBe(`${site.url}/?a=1&geo-as=DE#part`);
  expect(await told()).toEqual(['geo-ready preview', 'geo-change preview']);
  expect(await isSameDocument(page)).toBe(true);
  await page.goto(site.page(main, { path: '/other' }));
  await expectText(page, inGermany);
  await who(page).selectOption({ label: 'Japan' });
  await expectText(page, inJapan);
  expect(page.url()).toBe(`${site.url}/other`);
  expect(requestsFor('/geo', site)).toBe(0);
});

test('stays with its site where a path looks like another host @rare', async ({ page, site }) => {
  const html = await (await page.request.get(site.page(`${main}<geo-preview></geo-preview>`))).text();
  await page.route(`${site.url}//other.example/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${site.url}//other.example/`);
  await page.locator('geo-preview').getByLabel('View as').selectOption({ label: 'Japan' });
  await expectText(page, inJapan);
  expect(page.url()).toBe(`${site.url}//other.example/?geo-as=JP`);
  await who(page).selectOption({ label: 'Germany' });
  await expectText(page, inGermany);
  expect(page.url()).toBe(`${site.url}//other.example/?geo-as=DE`);
});

test('another country drops what belonged to the place, and nothing else @rare', async ({ page, site }) => {
  await page.goto(`${site.page(main)}?geo-as=${encodeURIComponent('US-CA; city: Fresno; device: mobile')}`);
  await who(page).selectOption({ label: 'Japan' });
  await expect
    .poll(() => page.evaluate(() => ({ ...geolet?.visitor })))
    .toMatchObject({ countryCode: 'JP', deviceType: 'mobile', timezone: 'Asia/Tokyo' });
  expect(await page.evaluate(() => geolet?.visitor)).not.toHaveProperty('city');
  expect(page.url()).toBe(`${site.url}/?geo-as=JP;device:mobile`);
});

test('an answer is made slow on a page loaded anew, and quick in place @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] timeout: /);
  await page.goto(`${site.page(main, { tag: scriptTag.replace('data-', 'data-timeout-ms="100" data-') })}?geo-as=JP`);
  await expectText(page, inJapan);
  await markDocument(page);
  await page.getByLabel('Slow answer').check();
  await page.waitForURL('**/?geo-as=JP;slow');
  await expect.poll(() => isSameDocument(page)).toBe(false);
  await expectText(page, inJapan);
  await markDocument(page);
  await page.getByLabel('Slow answer').uncheck();
  await expect.poll(() => page.url()).toBe(`${site.url}/?geo-as=JP`);
  expect(await isSameDocument(page)).toBe(true);
});

test('is worked by keyboard alone, in the order of its looks', async ({ page, site }) => {
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.keyboard.press('Tab');
  await expect(who(page)).toBeFocused();
  await page.keyboard.type('Germ');
  await expectText(page, inGermany);
  await expect(who(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Slow answer')).toBeFocused();
  for (const part of ['More', 'Reasons']) {
    await page.keyboard.press('Tab');
    await expect(page.locator('geo-preview').getByText(part, { exact: true })).toBeFocused();
  }
  for (const name of ['Change this page', 'Leave']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expectText(page, inLyon);
});

test('where the owner has placed it, it is always there, and the only one @rare', async ({ page, site }) => {
  await page.goto(site.page(`${main}<aside><geo-preview></geo-preview></aside>`));
  await expectText(page, inLyon);
  const before = page.locator('aside geo-preview').getByLabel('View as');
  await expect(before).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Leave' })).toBeHidden();
  await before.selectOption({ label: 'Japan' });
  await page.waitForURL('**/?geo-as=JP');
  await expectText(page, inJapan);
  await expect(page.locator('geo-preview')).toHaveCount(1);
  await expect(page.locator('aside section')).toHaveCSS('position', 'static');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectText(page, inLyon);
});

for (const width of [360, 1000]) {
  test(`stands above a suggestion at the foot of a window ${width} wide @rare`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 600 });
    await page.goto(
      `${site.page(`<geo-suggest country="JP" href="/jp{path}" label="Go there" hidden>We have a shop in Japan, too</geo-suggest>${main}`)}?geo-as=FR`,
    );
    const control = page.getByRole('region', { name: 'Preview of this page' });
    const bottom = () => control.evaluate((box) => innerHeight - box.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBe(16);
    await who(page).selectOption({ label: 'Japan' });
    const suggestion = page.getByRole('complementary');
    await expect(suggestion).toBeVisible();
    await expect.poll(bottom).toBe((await suggestion.evaluate((box) => (box as HTMLElement).offsetHeight)) + 16);
    await suggestion.getByRole('button', { name: 'Close' }).click();
    await expect.poll(bottom).toBe(16);
  });
}

test('stays where it is under a suggestion at the top of the window @rare', async ({ page, site }) => {
  await page.goto(
    `${site.page(`<geo-suggest country="JP" href="/jp{path}" placement="top" hidden>We have a shop in Japan, too</geo-suggest>${main}`)}?geo-as=JP`,
  );
  await expect(page.getByText('We have a shop in Japan, too')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview of this page' })).toHaveCSS('margin-bottom', '0px');
});

test('a page in a frame of the same site leaves the control to the page around it @rare', async ({ page, site }) => {
  site.page(main, { path: '/framed' });
  await page.goto(`${site.page(main)}?geo-as=JP`);
  await expectText(page, inJapan);
  await page.goto(site.page(`${main}<iframe src="/framed" title="A page"></iframe>`, { path: '/around' }));
  await expectText(page, inJapan);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('h1')).toHaveText('Hello Japan');
  await expect(frame.locator('geo-preview')).toHaveCount(0);
  await expect(page.locator('geo-preview')).toHaveCount(1);
});

for (const [name, options, dir] of [
  ['narrow and light', { viewport: { width: 320, height: 600 }, colorScheme: 'light' }, 'ltr'],
  ['dark', { viewport: { width: 900, height: 600 }, colorScheme: 'dark' }, 'ltr'],
  ['right to left', { viewport: { width: 900, height: 600 } }, 'rtl'],
  ['in forced colours', { viewport: { width: 900, height: 600 }, forcedColors: 'active' }, 'ltr'],
  ['at 200 %', { viewport: { width: 450, height: 300 }, deviceScaleFactor: 2 }, 'ltr'],
] as const) {
  test(`stays within the window, and is accessible: ${name}${name === 'dark' ? '' : ' @rare'}`, async ({
    browser,
    site,
  }) => {
    const page = await browser.newPage(options);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift') ?? 0) + Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const html = `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8"><title>Test</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>:root { color-scheme: light dark }</style>${scriptTag}</head><body><main><h1>A page</h1></main></body></html>`;
    await page.goto(`${site.page(html)}?geo-as=${encodeURIComponent('US-CA; device: mobile; returning')}`);
    const box = page.getByRole('region', { name: 'Preview of this page' });
    const { x = -1, y = -1, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    const { width: wide, height: high } = options.viewport;
    expect(x).toBeGreaterThanOrEqual(8);
    expect(y).toBeGreaterThan(high / 2);
    expect(x + width).toBeLessThanOrEqual(wide - 8);
    expect(y + height).toBeLessThanOrEqual(high - 8);
    if (wide === 900) expect(x < wide - x - width).toBe(dir === 'ltr');
    expect(
      await page.evaluate(() => [
        document.documentElement.scrollWidth <= innerWidth,
        Reflect.get(window, 'shift') ?? 0,
      ]),
    ).toEqual([true, 0]);
    expect(await violations(page)).toEqual([]);
    for (const part of ['More', 'Reasons']) await box.getByText(part, { exact: true }).click();
    await expect(box).toContainText('Nothing on this page depends on the visitor.');
    const open = (await box.boundingBox()) ?? { y: -1, height: 0 };
    expect(open.y).toBeGreaterThanOrEqual(8);
    expect(open.y + open.height).toBeLessThanOrEqual(high - 8);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(box).toBeHidden();
    await page.close();
  });
}
