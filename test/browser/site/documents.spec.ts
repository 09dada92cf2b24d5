import type { APIRequestContext } from '@playwright/test';
import { addresses } from '../../../demo/site/pages.ts';
import { expect } from '../support/test.ts';
import { layoutFaults } from '../demo/layout-faults.ts';
import { violations } from '../support/accessibility.ts';
import { test } from './support.ts';

const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

/** Follows every link of our own from a page on. @returns links that lead nowhere, and the pages that were reached. */
async function follow(request: APIRequestContext, start: string): Promise<{ broken: string[]; pages: string[] }> {
  const pages = new Map<string, string>();
  const links: { from: string; to: URL }[] = [];
  const waiting = [start];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const answer = await request.get(url);
    const isPage = (answer.headers()['content-type'] ?? '').startsWith('text/html');
    const text = isPage ? await answer.text() : '';
    pages.set(url, answer.ok() ? text : '404');
    if (!isPage) continue;
    for (const target of matchesOf(pages.get(url) ?? '', /<(?:a|img)[^>]* (?:href|src)="([^"]+)"/g)) {
      const to = new URL(target.replaceAll('&amp;', '&'), url);
      if (to.origin !== new URL(start).origin) continue;
      links.push({ from: url, to });
      const next = to.origin + to.pathname;
      if (!pages.has(next) && !waiting.includes(next)) waiting.push(next);
    }
  }
  const broken = links.filter(({ to }) => {
    const page = pages.get(to.origin + to.pathname) ?? '404';
    return (
      page === '404' ||
      (to.hash !== '' &&
        !to.hash.startsWith('#as=') &&
        !matchesOf(page, / id="([^"]+)"/g).includes(decodeURIComponent(to.hash.slice(1))))
    );
  });
  return {
    broken: broken.map(({ from, to }) => `${from} → ${to.href}`),
    pages: [...pages.keys()].map((url) => new URL(url).pathname),
  };
}

test('every link of every page is to something that is there', async ({ page, built }) => {
  const { broken, pages } = await follow(page.request, `${built}/index.html`);
  expect(broken).toEqual([]);
  const reached = pages.map((path) => path.replace('/geolet/', ''));
  expect([...addresses].filter((address) => address !== '404.html' && !reached.includes(address))).toEqual([]);
  expect(reached).toContain('docs/pictures/filmstrip.jpg');
});

test('documents can be read: on a phone, in the dark, and by those who listen @rare', async ({ browser, built }) => {
  test.setTimeout(90_000);
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  for (const path of [
    'readme.html',
    'docs/markup.html',
    'docs/architecture/index.html',
    'license.html',
    '404.html',
    'playground.html',
  ]) {
    await page.goto(`${built}/${path}`);
    await expect(page).toHaveTitle(/ · Geolet$/);
    expect(await layoutFaults(page), path).toEqual([]);
    expect(await violations(page), path).toEqual([]);
  }
  await page.goto(`${built}/docs/time.html#geo-time`);
  await expect(page.getByRole('heading', { name: '<geo-time>' })).toBeInViewport();
  await page.close();
});

test('a drawing is as it was drawn: whole on a desk, and scrolled on a phone @rare', async ({ page, built }) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${built}/readme.html`);
    const drawing = page.locator('pre', { hasText: '┌' });
    await expect(drawing).toHaveCount(1);
    const { lines, drawn, isWhole } = await drawing.evaluate((pre) => {
      const range = document.createRange();
      range.selectNodeContents(pre);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width).map(({ top }) => Math.round(top)));
      return {
        lines: (pre.textContent ?? '').trimEnd().split('\n').length,
        drawn: tops.size,
        isWhole: pre.scrollWidth <= pre.clientWidth,
      };
    });
    expect({ drawn, isWhole }).toEqual({ drawn: lines, isWhole: width === 1280 });
  }
});

test('pictures move nothing when they come, and are not distorted @rare', async ({ page, built }) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/docs/pictures/*', async (route) => {
      await released;
      await route.continue();
    });
    const heights = () =>
      page.evaluate(() => [
        document.documentElement.scrollHeight,
        ...Array.from(document.querySelectorAll('main img'), (picture) => picture.getBoundingClientRect().height),
      ]);
    await page.goto(`${built}/readme.html`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(
      () => document.styleSheets.length === document.querySelectorAll('[rel=stylesheet]').length,
    );
    await heights();
    await page.evaluate(() => document.fonts.ready);
    const before = await heights();
    release();
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth),
    );
    expect(before).toHaveLength(3);
    expect(await heights()).toEqual(before);
    const distortions = await page.evaluate(() =>
      Array.from(document.querySelectorAll('img'), ({ width, height, naturalWidth, naturalHeight }) =>
        Math.abs(width - (height * naturalWidth) / naturalHeight),
      ),
    );
    expect(Math.max(...distortions)).toBeLessThanOrEqual(2);
    await page.unroute('**/docs/pictures/*');
  }
});
