import type { Locator, Page } from '@playwright/test';
import { panel, pointAt } from '../picker/support.ts';
import { expect } from '../support/test.ts';

export const byWords = (page: Page, words: string): Locator =>
  page.locator('main').getByText(words, { exact: true }).and(page.locator(':visible')).first();

export async function take(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await pointAt(page, element);
  await expect(panel(page).getByLabel('What to change'), (await panel(page).textContent()) ?? '').toBeVisible();
}

export async function takeLink(page: Page): Promise<void> {
  await take(page, byWords(page, 'Find a shop'));
  const what = panel(page).getByLabel('What to change');
  const isLink = (await what.textContent())?.includes('Where the link leads');
  if (!isLink)
    await panel(page)
      .getByRole('button', { name: /^(The link|What is around it): .*/ })
      .last()
      .click();
  await what.selectOption('Where the link leads');
}

export async function change(page: Page, what: string): Promise<void> {
  await panel(page).getByLabel('What to change').selectOption(what);
}

export async function write(page: Page, field: string, words: string): Promise<void> {
  await panel(page).getByLabel(field, { exact: true }).fill(words);
}

export async function forEverybody(page: Page): Promise<void> {
  await panel(page).getByLabel('For whom').selectOption('Everybody');
}

export async function addPrice(
  page: Page,
  row: number,
  currency: string,
  amount: string,
  where?: string,
): Promise<void> {
  const fields = panel(page).getByRole('textbox', { name: `Currency, price ${row}` });
  if (!(await fields.isVisible())) await panel(page).getByRole('button', { name: 'Add a price' }).click();
  if (where) await panel(page).getByLabel(`Where, price ${row}`).selectOption({ label: where });
  await fields.fill(currency);
  await panel(page)
    .getByRole('textbox', { name: `Amount, price ${row}` })
    .fill(amount);
}
