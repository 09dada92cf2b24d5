import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { boundNodes, cut, frameRecorder } from '../../support/first-frame.ts';
import { expect, open, test } from '../support/test.ts';
import { expectRightFrames, load, pasted, visitFirst, watched } from './support.ts';

const tag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';
const snippet = pasted('snippet');
const inlined = readFileSync(`${process.env.GEOLET_DIST ?? 'dist'}/geolet.js`, 'utf8').replace(
  /\n?\/\/# sourceMappingURL=.*/,
  '',
);

const ways = {
  'in the head, classic': '<script src="/geolet.js" data-endpoint="/geo"></script>',
  'in the head, async blocking="render"':
    '<script async blocking="render" src="/geolet.js" data-endpoint="/geo"></script>',
  'with the snippet behind the tag': `${tag}<script>${snippet}</script>`,
  'inlined whole': `<script data-endpoint="/geo">${inlined}</script>`,
};

const elements =
  '<p data-right="Shoes for Lyon"><geo-text template="Shoes for {city}">Shoes for you</geo-text></p><p data-right="Oui"><geo-if country="FR"><template>Oui</template>Yes</geo-if></p>';

for (const [name, head] of Object.entries(ways)) {
  test.describe(name, () => {
    test('2,000 bound nodes and elements are right from the first frame on', async ({ page, site }) => {
      await visitFirst(page, site);
      await expectRightFrames(page, site, [watched(head, elements + boundNodes(2000))]);
    });

    test('a page that comes in pieces is right in every frame', async ({ page, site }) => {
      await visitFirst(page, site);
      const html = watched(head, elements + boundNodes(400));
      const start = html.indexOf('<h1>');
      await expectRightFrames(page, site, [html.slice(0, start), ...cut(html.slice(start), 8)], 3);
    });
  });
}

/** Never answers; at another address than the file that is in the browser's cache. */
const hung = (html: string) => html.replaceAll('/geolet.js', '/hung/geolet.js');

test('the plain async tag never leaves the page blank', async ({ page, site }) => {
  await visitFirst(page, site);
  site.file('/hung/geolet.js', () => {});
  await page.goto(site.page(hung(watched(tag, boundNodes(20))), { path: '/again' }), { waitUntil: 'commit' });
  expect(await firstPaintMs(page)).toBeGreaterThan(0);
});

test.describe('the snippet', () => {
  const install = `${tag}<script>${snippet}</script>`;
  const html = watched(install, boundNodes(20));

  test('adds no script and asks for nothing where no record is remembered', async ({ page, site }) => {
    await load(page, site.page(html));
    expect(await page.locator('script[src]').count()).toBe(1);
    expect(site.requests).toEqual(['/geolet.js', '/geo']);
  });

  test('has geolet.js fetched once and run once', async ({ page, site, browser }) => {
    await load(page, site.page(html));
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ storageState });
    site.requests.length = 0;
    const later = await context.newPage();
    await load(later, site.url);
    expect(await later.locator('script[src]').count()).toBe(2);
    expect(site.requests).toEqual(['/geolet.js']);
    expect(await later.evaluate(() => globalThis.geolet?.visitor?.source)).toBe('cache');
    await context.close();
  });

  test('gives the page free after half a second when geolet.js hangs', async ({ page, site }) => {
    await visitFirst(page, site);
    site.file('/hung/geolet.js', () => {});
    await page.goto(site.page(hung(html), { path: '/again' }), { waitUntil: 'commit' });
    const paintedMs = await firstPaintMs(page);
    expect(paintedMs).toBeGreaterThan(450);
    expect(paintedMs).toBeLessThan(5000);
  });

  test('holds nothing on a first visit when geolet.js hangs', async ({ page, site }) => {
    site.file('/hung/geolet.js', () => {});
    await page.goto(site.page(hung(html)), { waitUntil: 'commit' });
    expect(await firstPaintMs(page)).toBeGreaterThan(0);
    expect(await page.locator('script[src]').count()).toBe(1);
  });

  test('holds nothing when geolet.js is not there', async ({ page, site, expectLines }) => {
    expectLines(/404/);
    await visitFirst(page, site);
    site.file('/hung/geolet.js', (_request, response) => response.writeHead(404).end());
    // Then no deadline sets the page free.
    await page.addInitScript(() => Object.assign(globalThis, { setTimeout: () => 0 }));
    await page.goto(site.page(hung(html), { path: '/again' }), { waitUntil: 'commit' });
    expect(await firstPaintMs(page)).toBeGreaterThan(0);
  });

  for (const [name, tagNonce, sources] of [
    ['the own origin and its hash alone', '', "'self'"],
    ['a nonce for the tag and its hash', 'abc', "'nonce-abc'"],
    ["'strict-dynamic', a nonce for the tag and its hash", 'abc', "'nonce-abc' 'strict-dynamic'"],
  ] as const) {
    test(`works under a policy of ${name}`, async ({ page, site }) => {
      await visitFirst(page, site);
      const recorder = /<script nonce="abc">(.*?)<\/script>/s.exec(frameRecorder('abc'))?.[1] ?? '';
      site.headers = {
        'content-security-policy': `default-src 'self'; img-src data:; script-src ${sources} ${hashOf(snippet)} ${hashOf(recorder)}`,
      };
      await expectRightFrames(
        page,
        site,
        [watched(install.replace('async', `async nonce="${tagNonce}"`), elements + boundNodes(20), '', 'abc')],
        2,
      );
    });
  }

  test('leaves the tag to itself where a policy refuses it', async ({ page, site, expectLines }) => {
    expectLines(/Content Security Policy/);
    await visitFirst(page, site);
    site.headers = { 'content-security-policy': "script-src 'self'" };
    await open(page, site.page(`<p data-geo-text="{city}">you</p>`, { path: '/again', tag: install }));
    await expect(page.locator('p')).toHaveText('Lyon');
  });
});

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

async function firstPaintMs(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return (await painted.jsonValue()) ?? Number.NaN;
}
