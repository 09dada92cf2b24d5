import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { faults, type Site } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, settled, test, visibleText } from '../support/test.ts';

interface Recipe {
  readonly title: string;
  readonly html: string;
  /** What each reader reads; in backticks, what stands in the page's HTML instead. */
  readonly cells: readonly string[];
}

const readers = [
  ['Lyon', visitors.lyon, 'Europe/Paris'],
  ['New York', visitors.newYork, 'America/New_York'],
  ['location unknown', visitors.nowhere, 'UTC'],
] as const;

const recipes: Recipe[] = readFileSync('docs/recipes.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    html: [...section.matchAll(/```html\n(.*?)```/gs)].map(([, html = '']) => html).join('\n'),
    cells:
      /^\| Lyon \| New York \| location unknown \|\n\|---\|---\|---\|\n\|(.*)\|$/m
        .exec(section)?.[1]
        ?.split('|')
        .map((cell) => cell.trim()) ?? [],
  }));

test('every recipe says what its three readers read', () => {
  expect(recipes.length).toBeGreaterThan(15);
  for (const { title, html, cells } of recipes) {
    expect(html, title).not.toBe('');
    expect(cells, title).toHaveLength(3);
  }
});

for (const { title, html, cells } of recipes) {
  for (const [at, [name, address, timezoneId]] of readers.entries()) {
    test(`${title}: what is read by ${name}`, async ({ browser, site }) => {
      site.visitor = address;
      if (name === 'location unknown') site.geo = faults.status(503);
      await expectRead(browser, site, html, timezoneId, cells[at] ?? '');
    });
  }
}

async function expectRead(browser: Browser, site: Site, html: string, timezoneId: string, cell: string): Promise<void> {
  const page = await browser.newPage({ timezoneId, locale: 'en-US' });
  await page.clock.install({ time: '2026-11-24T10:05:00Z' });
  const inHtml = /^`(.*)`$/.exec(cell)?.[1];
  // Without a look-up that fails, nothing is said on the console either.
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(site.page(`<main>${html}</main>`, { path: '/shop' }));
  await settled(page);
  if (inHtml === undefined) await expect.poll(() => visibleText(page.locator('main'))).toBe(cell);
  else await expect.poll(() => page.locator('main').innerHTML()).toContain(inHtml);
  expect(lines.filter((line) => line.startsWith('[geolet]') && !line.includes('http: 503'))).toEqual([]);
  await page.close();
}

test('the recipe for a campaign shows to those who come by it', async ({ page, site }) => {
  site.visitor = visitors.newYork;
  const { html = '' } = recipes.find(({ title }) => title.includes('campaign')) ?? {};
  await page.goto(`${site.page(`<main>${html}</main>`)}?utm_source=letter-12`);
  await expect.poll(() => visibleText(page.locator('main'))).toContain('Ten per cent off');
});
