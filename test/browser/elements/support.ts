import type { Page } from '@playwright/test';
import { faults, type Site } from '../../support/site.ts';
import { visibleText } from '../support/test.ts';
import { rows } from './rows.ts';

/** Lets the next lookups answer a record that the real data has nobody for. */
export function answer(site: Site, record: unknown): void {
  site.geo = faults.body(JSON.stringify(record));
}

/** What a visitor reads of each row, by its name. */
export async function shown(page: Page): Promise<Record<string, string>> {
  const texts = (await visibleText(page.locator('main'))).split('¦');
  return Object.fromEntries(rows.map(({ name }, index) => [name, texts[index]?.trim() ?? '']));
}

/** Makes the visitor somebody else, and waits until the page has followed. */
export async function be(page: Page, words: string | undefined): Promise<void> {
  await page.evaluate(async (words) => {
    if (words === undefined) globalThis.geolet?.reset();
    else await globalThis.geolet?.override(words);
  }, words);
  await nextFrame(page);
}

export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
