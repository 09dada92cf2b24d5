import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { styled } from '../support/styled.ts';
import { expect } from '../support/test.ts';
import { test } from './support.ts';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('each of the 28 blocks of code to copy gives exactly what it shows @rare', async ({ page, demo }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(demo.url);
  await page.locator('summary', { hasText: 'The complete markup' }).click();
  const blocks = page.locator('.code > pre');
  await expect(blocks).toHaveCount(28);
  await expect(page.locator('.copy.waiting')).toHaveCount(0);
  for (const block of await blocks.all()) {
    const name = await block.getAttribute('aria-label');
    await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
    await expect(page.getByRole('button', { name: /^Copied / })).toHaveAccessibleName(`Copied ${name}`);
    await expect(page.locator('p.for-listeners[role=status]')).toHaveText(`Copied ${name}`);
    // Lines are elements of their own, so the text as it is seen has a break more after each.
    const lines = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trimEnd())
        .filter(Boolean);
    expect(lines(await clipboard(page)), name ?? '').toEqual(lines(await block.innerText()));
    expect(await clipboard(page)).toBe(await block.locator('code').textContent());
  }
});

test('code is selected where the clipboard is not to be had @rare', async ({ page, demo }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(demo.url);
  await page.getByRole('button', { name: 'Copy Markup: words' }).click();
  await expect(page.getByRole('button', { name: 'Selected Markup: words' })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('<geo-text template="Good walking');
});

test('code is copied by keyboard alone, and the button keeps the focus @rare', async ({ page, demo }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(demo.url);
  const button = page.getByRole('button', { name: /Markup: prices$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAccessibleName('Copied Markup: prices');
  await expect(button).toBeFocused();
  expect(await clipboard(page)).toMatch(/^<p class="figure">/);
});

test('buttons that copy move nothing when their script comes @rare', async ({ page, demo }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/copy.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(demo.url, { waitUntil: 'commit' });
  const tops = () =>
    page.locator('.code').evaluateAll((blocks) => blocks.map((block) => block.getBoundingClientRect().height));
  await expect.poll(async () => (await tops()).length).toBe(28);
  await expect(page.locator('#card-text .copy')).toBeHidden();
  await styled(page);
  const before = await tops();
  release();
  await expect(page.locator('#card-text .copy')).toBeVisible();
  expect(await tops()).toEqual(before);
});

test('without scripts there is code and no button @rare', async ({ browser, demo }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(demo.url);
  await expect(page.locator('[data-markup="text"]')).toBeVisible();
  await expect(page.locator('#card-text .copy')).toBeHidden();
  await page.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing to say of copied code, ${colorScheme} @rare`, async ({ browser, demo }) => {
    const page = await browser.newPage({ bypassCSP: true, colorScheme, reducedMotion: 'reduce' });
    await page.goto(demo.url);
    await page.getByRole('button', { name: 'Copy Markup: words' }).click();
    await expect(page.getByRole('button', { name: 'Markup: words' })).toHaveAccessibleName(/^(?:Copied|Selected) /);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
}
