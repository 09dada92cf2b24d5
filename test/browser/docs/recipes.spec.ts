import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faults, type Site } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, settled, test, visibleText } from '../support/test.ts';

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
      /^\| Lyon \| New York \| location unknown \|\n\| --- \| --- \| --- \|\n\|(.*)\|$/m
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

const isRedirect = ({ html }: Recipe) => html.includes('"redirect"');

for (const [at, [name, address, timezoneId]] of readers.entries())
  test(`what is read of each recipe by ${name} @rare`, async ({ browser }) => {
    const page = await browser.newPage({ timezoneId, locale: 'en-US' });
    await page.clock.install({ time: '2026-11-24T10:05:00Z' });
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await eachRow(
      recipes.filter((recipe) => !isRedirect(recipe)).map((recipe) => [recipe.title, recipe]),
      page,
      async ([, { html, cells }], site) => {
        site.visitor = address;
        if (name === 'location unknown') site.geo = faults.status(503);
        lines.length = 0;
        await page.goto(site.page(`<main>${html}</main>`, { path: '/shop' }));
        await settled(page);
        const cell = cells[at] ?? '';
        const inHtml = /^`(.*)`$/.exec(cell)?.[1];
        if (inHtml === undefined) await expect.poll(() => visibleText(page.locator('main'))).toBe(cell);
        else await expect.poll(() => page.locator('main').innerHTML()).toContain(inHtml);
        // Without a lookup that fails, nothing is said on the console either.
        expect(lines.filter((line) => line.startsWith('[geolet]') && !line.includes('http: 503'))).toEqual([]);
      },
    );
    await page.close();
  });

test('the recipe for a campaign shows to those who come by it @rare', async ({ page, site }) => {
  site.visitor = visitors.newYork;
  const { html = '' } = recipes.find(({ title }) => title.includes('campaign')) ?? {};
  await page.goto(`${site.page(`<main>${html}</main>`)}?utm_source=letter-12`);
  await expect.poll(() => visibleText(page.locator('main'))).toContain('Ten per cent off');
});

test.describe('the recipe for a redirect @rare', () => {
  const { html = '', cells = [] } = recipes.find(isRedirect) ?? {};

  test('leads who is in New York to /us/shop, and nobody else', async ({ page }) => {
    await eachRow(
      readers.map(([name, address], at) => [name, { name, address, cell: cells[at] }]),
      page,
      async ([, { name, address, cell }], site) => {
        const target = name === 'New York' ? '/us/shop' : '/shop';
        site.visitor = address;
        site.page('<main>Our shop in the United States.</main>', { path: '/us/shop' });
        await page.goto(site.page(`<main>${html}</main>`, { path: '/shop' }));
        await page.waitForURL(`**${target}`);
        await settled(page);
        await expect.poll(() => visibleText(page.locator('body'))).toBe(cell);
        expect(new URL(page.url()).pathname).toBe(target);
      },
    );
  });
});

test.describe('the banner of its recipe @rare', () => {
  const { html = '' } = recipes.find(({ title }) => title.includes('cookie banner')) ?? {};
  const question = 'May we count visits? Yes No';
  const read = (page: Page) => visibleText(page.locator('main'));
  const counting = (page: Page) => page.locator('script[src="/analytics.js"]');

  async function openShop(page: Page, site: Site): Promise<void> {
    site.file('/analytics.js', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(),
    );
    await open(page, site.page(`<main>${html}</main>`));
  }

  /** Answers, and waits for the page that comes then. */
  async function answer(page: Page, name: string): Promise<void> {
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name, exact: true }).click();
    await reloaded;
    await settled(page);
    await expect.poll(() => read(page)).toBe('Change my answer');
  }

  for (const [words, times] of [
    ['Yes', 1],
    ['No', 0],
  ] as const) {
    test(`remembers ${words}, and acts on it`, async ({ page, site }) => {
      await openShop(page, site);
      expect(await read(page)).toBe(question);
      await expect(counting(page)).toHaveCount(0);
      await answer(page, words);
      await expect(counting(page)).toHaveCount(times);
      await page.reload();
      await settled(page);
      expect(await read(page)).toBe('Change my answer');
      await expect(counting(page)).toHaveCount(times);
    });
  }

  test('asks again who wants to change the answer', async ({ page, site }) => {
    await openShop(page, site);
    await answer(page, 'Yes');
    await page.getByRole('button', { name: 'Change my answer' }).click();
    expect(await read(page)).toBe(question);
    await answer(page, 'No');
    await expect(counting(page)).toHaveCount(0);
  });

  test('does not ask where nobody must be asked, and counts there', async ({ page, site }) => {
    site.visitor = visitors.newYork;
    await openShop(page, site);
    await expect(counting(page)).toHaveCount(1);
    expect(await read(page)).toBe('');
  });
});
