import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** What page builders give an owner: ids, classes and attributes, and boxes in boxes. */
export const shop = `<main id="hero"><h1>Made to walk</h1><p id="price">$49</p><p class="promo">Free delivery in France</p>
<div class="framer-1abc2d"><div class="framer-text"><p><span class="css-1x2y3z">Sale until Sunday</span></p></div></div>
<a class="shop" href="/shop">Our shop</a><img class="photo" src="/one.gif" alt="A boot" width="40" height="40">
<ul><li>Leather</li><li>Rubber</li></ul></main>`;

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Change this page' });
export const status = (page: Page): Locator => panel(page).getByRole('status');

/** Opens a page as a preview, with the panel. */
export async function openPanel(page: Page, url: string, as = 'FR'): Promise<void> {
  await page.goto(`${url}?geo-as=${as}`);
  await page.getByRole('button', { name: /^Change this page/ }).click();
  await expect(panel(page)).toBeVisible();
}

/** Points at an element, and takes it. */
export async function pointAt(page: Page, element: Locator): Promise<void> {
  await panel(page).getByRole('button', { name: 'Point at the page' }).click();
  await clickOn(page, element);
}

/** Clicks what the panel waits for. */
export async function clickOn(page: Page, element: Locator): Promise<void> {
  // At its words, because a box may be as wide as the page, below the panel.
  const { x, y } = await element.evaluate((target) => {
    const range = document.createRange();
    range.selectNodeContents(target);
    const rect = target.textContent ? range.getBoundingClientRect() : target.getBoundingClientRect();
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  });
  await page.mouse.click(x, y);
}

/** Chooses countries, states or groups by what they are called. */
export async function forVisitorsFrom(page: Page, ...names: readonly string[]): Promise<void> {
  await panel(page).getByLabel('For whom').selectOption('Visitors from …');
  for (const name of names) {
    const field = panel(page).getByRole('combobox', { name: 'Country, state or group' });
    await field.fill(name);
    await field.press('Enter');
  }
}

/** @param choice as the panel offers it. */
export async function onPages(page: Page, choice: string): Promise<void> {
  await panel(page).getByLabel('On which pages').selectOption(choice);
}

export async function keep(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Keep this change' }).click();
}

/** The text that the owner takes along. */
export const copied = (page: Page): Promise<string> => panel(page).getByLabel('To copy').inputValue();
