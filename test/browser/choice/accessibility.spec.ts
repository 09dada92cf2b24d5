import type { Page } from '@playwright/test';
import { runningAnimations, violations } from '../support/accessibility.ts';
import { expect, open, test } from '../support/test.ts';

const body = `
  <main><h1>Shop</h1>
    <p>Ship to <geo-select countries="FR JP GB *" label="Ship to" reset="Where I am">everywhere</geo-select></p>
    <p>Prices in <geo-select currencies="EUR USD" label="Prices in">US dollars</geo-select></p>
    <p>Showing <geo-text template="{currency}">US dollars</geo-text> · <geo-select><button type="button" value="currency: USD">Use US dollars</button></geo-select></p>
  </main>
  <geo-suggest country="FR" override="currency: USD" label="Show me the prices in dollars" close="No, thank you" hidden>Do you pay with a card from the United States?</geo-suggest>`;

/** Controls that lie partly outside of the window, or whose words do not fit into them. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('geo-select, geo-suggest, button')].flatMap((element) => [
      element,
      ...(element.shadowRoot?.querySelectorAll('select, button, a, section') ?? []),
    ]);
    return all
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth + 0.5 || element.scrollWidth > element.clientWidth + 1);
      })
      .map(({ localName }) => localName);
  });

for (const [name, colorScheme, lang] of [
  ['light', 'light', 'en'],
  ['dark', 'dark', 'en'],
  ['right-to-left', 'light', 'ar" dir="rtl'],
] as const) {
  test(`axe finds nothing in choices and suggestions: ${name}${name === 'light' ? '' : ' @rare'}`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Shop</title><script async src="/geolet.js"></script></head><body>${body}</body></html>`;
    await open(page, site.page(html));
    await expect(page.getByRole('combobox')).toHaveCount(2);
    await expect(page.getByRole('complementary')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Ship to' }).selectOption('JP');
    await expect(page.locator('[role=status]')).not.toBeEmpty();
    expect(await violations(page)).toEqual([]);
  });
}

test("at 200 % of a phone's width and text nothing is cut off, and all of it works @rare", async ({ page, site }) => {
  // A window of 320 pixels is one of 640 at twice the size: https://www.w3.org/WAI/WCAG22/Understanding/reflow
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, site.page(body, { head: '<style>html { font-size: 200% } body { margin: 8px }</style>' }));
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await cutOff(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show me the prices in dollars' }).click();
  await expect(page.getByRole('combobox', { name: 'Prices in' })).toHaveValue('currency: USD');
});

test('controls are no smaller than 24 pixels @rare', async ({ page, site }) => {
  await open(page, site.page(body, { head: '<style>html { font-size: 10px }</style>' }));
  await expect(page.getByRole('complementary')).toBeVisible();
  for (const control of await page.locator('select, geo-suggest button').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(24);
});

test('with forced colours each control has an edge, and with less motion none moves @rare', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await open(page, site.page(body));
  const edged = page.locator('select, [part=box], [part=close]');
  await expect(edged).toHaveCount(4);
  const edges = await edged.evaluateAll((elements) =>
    elements.map((element) => {
      const { borderTopWidth, outlineStyle, backgroundColor, color } = getComputedStyle(element);
      return { edge: parseFloat(borderTopWidth) > 0 || outlineStyle !== 'none', readable: backgroundColor !== color };
    }),
  );
  for (const each of edges) expect(each).toEqual({ edge: true, readable: true });
  expect(await runningAnimations(page)).toBe(0);
});

test('all of it is reached and worked by keyboard', async ({ page, site }) => {
  await open(page, site.page(body));
  await expect(page.getByRole('complementary')).toBeVisible();
  const reached: string[] = [];
  for (let stop = 0; stop < 5; stop++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      }),
    );
  }
  expect(reached).toEqual(['Ship to', 'Prices in', 'Use US dollars', 'Show me the prices in dollars', 'No, thank you']);
});
