import type { Page } from '@playwright/test';
import { faults, type Site } from '../../support/site.ts';
import { visibleText } from '../support/test.ts';
import { rows } from './rows.ts';

/** Lets the next look-ups answer a record that the real data has nobody for. */
export function answer(site: Site, record: object): void {
  site.geo = faults.body(JSON.stringify(record));
}

/** What a visitor reads of each row, by its name. */
export async function shown(page: Page): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [index, { name }] of rows.entries()) texts[name] = await visibleText(page.locator(`#row-${index}`));
  return texts;
}

/** Makes the visitor somebody else, and waits until the page has followed. */
export async function be(page: Page, words: string | undefined): Promise<void> {
  await page.evaluate((words) => (words === undefined ? globalThis.geolet?.reset() : globalThis.geolet?.override(words)), words);
  await nextFrame(page);
}

export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
