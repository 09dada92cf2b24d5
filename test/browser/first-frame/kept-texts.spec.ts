import type { Page } from '@playwright/test';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';

const body =
  '<main lang="de"><b data-geo-text="{country}">du</b> <b data-geo-currency="USD 49, EUR 45">$49</b> <geo-currency prices="USD 5, EUR 4.50">$5</geo-currency></main>';
const shown = 'Frankreich 45 € 4,50 €';

/** How often the page has asked the platform for something that writes. */
const countAsked = (page: Page) =>
  page.addInitScript(() => {
    const { DisplayNames, NumberFormat } = Intl;
    Object.assign(globalThis, { asked: 0 });
    for (const [name, value] of Object.entries({ DisplayNames, NumberFormat })) {
      Object.defineProperty(Intl, name, {
        configurable: true,
        get: () =>
          ((globalThis as { asked?: number }).asked = ((globalThis as { asked?: number }).asked ?? 0) + 1) && value,
      });
    }
  });
const asked = (page: Page) => page.evaluate(() => (globalThis as { asked?: number }).asked);
const read = async (page: Page) => (await visibleText(page.locator('main'))).replaceAll('\u00A0', ' ');
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('geolet:texts'));

test('prices and names that a page has written are written by the next from storage', async ({ page, site }) => {
  await countAsked(page);
  await open(page, site.page(body));
  expect(await read(page)).toBe(shown);
  expect(await asked(page)).toBeGreaterThan(0);
  await open(page, site.page(body, { path: '/next' }));
  expect(await read(page)).toBe(shown);
  expect(await asked(page)).toBe(0);
});

test('another price is asked for, and so is everything after an update of the browser', async ({ page, site }) => {
  await countAsked(page);
  await open(page, site.page(body));
  await open(page, site.page(body.replace('EUR 45', 'EUR 46'), { path: '/dearer' }));
  expect(await read(page)).toBe(shown.replace('45', '46'));
  expect(await asked(page)).toBeGreaterThan(0);
  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'the next version' }));
  await open(page, site.page(body, { path: '/updated' }));
  expect(await read(page)).toBe(shown);
  expect(await asked(page)).toBeGreaterThan(1);
  await open(page, site.page(body, { path: '/later' }));
  expect(Object.keys(JSON.parse((await stored(page)) ?? '{}') as object)).toEqual(['the next version']);
});

test('a page that writes neither keeps no such texts, nor where nothing may be kept', async ({ page, site }) => {
  await open(page, site.page('<p data-geo-text="{city}">you</p>'));
  await open(
    page,
    site.page(body, { path: '/off', tag: '<script async src="/geolet.js" data-storage="off"></script>' }),
  );
  await open(page, site.page('<p data-geo-text="{city}">you</p>', { path: '/last' }));
  expect(await stored(page)).toBeNull();
});

test('withdrawn consent takes the texts away', async ({ page, site }) => {
  await open(page, site.page(body));
  await open(page, site.page(body, { path: '/next' }));
  expect(await stored(page)).toContain('45');
  await page.evaluate(() => geolet?.consent(false));
  expect(await stored(page)).toBeNull();
  await page.goto(site.page('', { path: '/last' }));
  expect(await stored(page)).toBeNull();
});

const consentTag = '<script async src="/geolet.js" data-consent="required"></script>';

test('a tab out of sight writes none when another stores or withdraws', async ({ page, context, site }) => {
  await open(
    page,
    site.page(body, { tag: consentTag, head: '<script>window.geoletQueue = [(geo) => geo.consent(true)]</script>' }),
  );
  await page.evaluate(() => {
    Object.defineProperty(Document.prototype, 'hidden', { value: true, configurable: true });
    const keys: (string | null)[] = [];
    addEventListener('storage', ({ key }) => keys.push(key));
    Reflect.set(globalThis, Symbol.for('heard'), keys);
  });
  const other = await context.newPage();
  await open(other, site.page('<p lang="fr" data-geo-text="{country}">vous</p>', { path: '/other', tag: consentTag }));
  await other.evaluate(() => localStorage.setItem('geolet:texts', '{}'));
  await other.evaluate(() => geolet?.consent(false));
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, Symbol.for('heard')) as string[]))
    .toEqual(expect.arrayContaining(['geolet:texts', 'geolet:consent']));
  expect(await stored(page)).toBeNull();
});

test('kept texts of any other form break nothing, and nothing of them is shown @rare', async ({ page }) => {
  const rows = [
    '3',
    '"a"',
    '[]',
    'null',
    '{',
    '{"AGENT":7}',
    '{"AGENT":{"KEY":{}}}',
    '{"AGENT":{"KEY":{"toString":1}}}',
    '{"AGENT":{"KEY":""}}',
  ];
  await eachRow(rows, page, async (odd, site) => {
    await page.goto(site.page('', { tag: '' }));
    await page.evaluate(
      (text) =>
        localStorage.setItem(
          'geolet:texts',
          text.replace('AGENT', navigator.userAgent).replace('KEY', 'EUR,45,0,de,USD,fr-FR'),
        ),
      odd,
    );
    await open(page, site.page(body));
    expect(await read(page)).toBe(shown);
  });
});
