import type { Page } from '@playwright/test';
import { pauseClock } from '../support/clock.ts';
import { expect, open, test } from '../support/test.ts';

/** Notes every change inside a live region, with the words after it, and whether the region was there before. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(globalThis, Symbol.for('heard'), heard);
    const known = new Set<Element>();
    const regions = '[role=status],[role=alert],[role=log],[aria-live]:not([aria-live=off])';
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (region?.textContent) heard.push(`${known.has(region) ? '' : 'too early: '}${region.textContent}`);
        // Heard of the region empty first: what it says later is announced.
        for (const node of addedNodes)
          if (node instanceof Element && node.matches(regions)) requestAnimationFrame(() => known.add(node));
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('heard')) as string[]);
}

const body =
  '<h1 data-geo-text="{country}">you</h1><geo-if country="FR">A</geo-if><geo-text template="{city}">B</geo-text><geo-select countries="FR JP US" reset="Mine" label="Country"></geo-select>';

test('nothing is announced by the first answer, nor by a change by itself', async ({ page, context, site }) => {
  const heard = await listen(page);
  await open(page, site.page(body));
  site.visitor = '13.208.10.1';
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect(page.locator('h1')).toHaveText('Japan');
  // The choice of another tab is no act of this one's reader.
  const other = await context.newPage();
  await other.goto(site.url);
  await other.evaluate(async () => globalThis.geolet?.override('US'));
  await expect(page.locator('h1')).toHaveText('United States');
  await expect(other.locator('[role=status]')).not.toBeEmpty();
  expect(await heard()).toEqual([]);
  await expect(page.locator('[role=status],[aria-live]')).toHaveCount(0);
});

test('a choice is announced once and politely, in the language of the page', async ({ page, site }) => {
  const heard = await listen(page);
  await open(page, site.page(body.replace('<h1', '<script>document.documentElement.lang = "de"</script><h1')));
  await page.getByRole('combobox').selectOption('JP');
  await expect.poll(heard).toEqual(['Japan, Japanischer Yen']);
  await page.getByRole('combobox').selectOption('US');
  await expect.poll(heard).toEqual(['Japan, Japanischer Yen', 'Vereinigte Staaten, US-Dollar']);
  await page.getByRole('combobox').selectOption('Mine');
  await expect.poll(heard).toEqual(['Japan, Japanischer Yen', 'Vereinigte Staaten, US-Dollar', 'Frankreich, Euro']);
  await expect(page.getByRole('status')).toHaveCount(1);
});

test('of choices in quick succession the last is announced @rare', async ({ page, site }) => {
  await page.clock.install();
  const heard = await listen(page);
  await open(page, site.page(body));
  await pauseClock(page);
  await page.evaluate(async () => {
    await globalThis.geolet?.override('JP');
    await globalThis.geolet?.override('US');
  });
  await expect(page.locator('[role=status]')).toHaveCount(1);
  await page.clock.runFor(5000);
  await expect.poll(heard).toEqual(['United States, US Dollar']);
});

for (const [count, waitMs] of [
  [1, 1750],
  [60, 4700],
  [500, 5500],
] as const)
  test(`a choice of ${count} parts is told after ${waitMs} ms${count === 60 ? '' : ' @rare'}`, async ({
    page,
    site,
  }) => {
    await page.clock.install();
    const heard = await listen(page);
    const values = '<p data-geo-text="{country}">a</p><geo-text template="{country}">b</geo-text>'.repeat(count);
    await open(page, site.page(`<h1>Shop</h1>${values}`));
    await pauseClock(page);
    await page.evaluate(() => globalThis.geolet?.override('JP'));
    await expect(page.locator('p').last()).toHaveText('Japan');
    await page.clock.runFor(1200);
    await page.evaluate(() => document.querySelector('h1')?.append('!'));
    await page.clock.runFor(waitMs - 100);
    expect(await heard()).toEqual([]);
    await page.clock.runFor(200);
    expect(await heard()).toEqual(['Japan, Japanese Yen']);
  });

test('a page that is never quiet delays an announcement by no more than 5 s @rare', async ({ page, site }) => {
  await page.clock.install();
  const heard = await listen(page);
  await open(page, site.page('<h1 data-geo-text="{country}">you</h1><p id="clock"></p>'));
  await pauseClock(page);
  await page.evaluate(async () => {
    await globalThis.geolet?.override('JP');
    setInterval(() => document.getElementById('clock')?.append('.'), 500);
  });
  await page.clock.runFor(4000);
  expect(await heard()).toEqual([]);
  await page.clock.runFor(1500);
  expect(await heard()).toEqual(['Japan, Japanese Yen']);
});

test('the region is gone once it has been spoken, and comes again for another choice @rare', async ({ page, site }) => {
  await page.clock.install();
  const heard = await listen(page);
  await open(page, site.page(body));
  for (const [words, count] of [
    ['JP', 1],
    ['US', 2],
  ] as const) {
    await page.evaluate((choice) => globalThis.geolet?.override(choice), words);
    await expect.poll(async () => (await heard()).length).toBe(count);
    await expect(page.locator('[role=status]')).toHaveCount(1);
    await page.clock.fastForward(11_000);
    await expect(page.locator('[role=status]')).toHaveCount(0);
  }
});

test('the owner may say it in other words, or say nothing @rare', async ({ page, site }) => {
  await page.clock.install();
  const heard = await listen(page);
  const withWords = (words: string) =>
    `<script type="application/json" data-geo-settings>{"announce": ${JSON.stringify(words)}}</script>${body}`;
  await open(page, site.page(withWords('Now for {country}, in {currency}.')));
  await page.getByRole('combobox').selectOption('JP');
  await expect.poll(heard).toEqual(['Now for Japan, in Japanese Yen.']);
  await open(page, site.page(withWords('')));
  await page.getByRole('combobox').selectOption('US');
  await expect(page.locator('h1')).toHaveText('United States');
  await page.clock.fastForward(5000);
  expect(await heard()).toEqual([]);
});

test('words that were not understood are not announced @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] unusable-visitor/);
  await page.clock.install();
  const heard = await listen(page);
  await open(page, site.page(body));
  await page.evaluate(async () => {
    await globalThis.geolet?.override('Atlantis');
    globalThis.geolet?.reset();
  });
  expect(site.requests.filter((path) => path.includes('geolet-choose'))).toHaveLength(1);
  await expect(page.locator('[role=status]')).toHaveCount(0);
  await page.clock.fastForward(5000);
  expect(await heard()).toEqual([]);
});
