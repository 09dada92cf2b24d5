import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { boundNodes, cut, elements, frameRecorder } from '../../support/first-frame.ts';
import { scriptTag as tag, type Site } from '../../support/site.ts';
import { contentFor, pasted, rightWays } from '../../support/ways-to-install.ts';
import { expect, open, test } from '../support/test.ts';
import { expectRightFrames, load, visitFirst, watched } from './support.ts';

/** One of each kind in `npm test`: a tag, what is pasted into the head, and a server. */
const coreWays = ['the classic tag in the head', 'the snippet', 'the page written by the server'];

for (const way of rightWays()) {
  const { name, head, front } = way;

  /** Visits the site for the first time. @returns where its pages are. */
  async function returnTo(page: Page, site: Site): Promise<string> {
    const { url } = front ? await site.front(front) : site;
    await visitFirst(page, site, undefined, url);
    return url;
  }

  test.describe(`${name}${coreWays.includes(name) ? '' : ' @rare'}`, () => {
    test('3, 50 and 500 elements and 2,000 bound nodes are right from the first frame on', async ({ page, site }) => {
      const url = await returnTo(page, site);
      for (const [count, nodes] of [
        [3, 20],
        [50, 200],
        [500, 2000],
      ] as const)
        await expectRightFrames(page, site, [watched(head, contentFor(way, count, nodes))], { loads: 1, url });
    });

    test('a page that comes in pieces is right in every frame @rare', async ({ page, site }) => {
      const url = await returnTo(page, site);
      const html = watched(head, contentFor(way, 50, 400));
      const start = html.indexOf('<h1>');
      const pieces = [html.slice(0, start), ...cut(html.slice(start), 8)];
      await expectRightFrames(page, site, pieces, { loads: 2, url });
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
  const install = tag + pasted('snippet');
  const [, snippet = ''] = /<script>(.*)<\/script>/s.exec(pasted('snippet')) ?? [];
  const html = watched(install, boundNodes(20));

  test('adds no script and asks for nothing where no record is remembered', async ({ page, site }) => {
    await load(page, site.page(html));
    expect(await page.locator('script[src]').count()).toBe(1);
    expect(site.requests).toEqual(['/geolet.js', '/geo']);
  });

  test('has geolet.js fetched once and run once @rare', async ({ page, site, browser }) => {
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

  test('gives the page free after half a second when geolet.js hangs @rare', async ({ page, site }) => {
    await visitFirst(page, site);
    site.file('/hung/geolet.js', () => {});
    await page.goto(site.page(hung(html), { path: '/again' }), { waitUntil: 'commit' });
    const paintedMs = await firstPaintMs(page);
    expect(paintedMs).toBeGreaterThan(450);
    expect(paintedMs).toBeLessThan(5000);
  });

  test('holds nothing on a first visit when geolet.js hangs @rare', async ({ page, site }) => {
    site.file('/hung/geolet.js', () => {});
    await page.goto(site.page(hung(html)), { waitUntil: 'commit' });
    expect(await firstPaintMs(page)).toBeGreaterThan(0);
    expect(await page.locator('script[src]').count()).toBe(1);
  });

  test('holds nothing when geolet.js is not there @rare', async ({ page, site, expectLines }) => {
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
    test(`works under a policy of ${name} @rare`, async ({ page, site }) => {
      await visitFirst(page, site);
      const recorder = /<script nonce="abc">(.*?)<\/script>/s.exec(frameRecorder('abc'))?.[1] ?? '';
      site.headers = {
        'content-security-policy': `default-src 'self'; img-src data:; script-src ${sources} ${hashOf(snippet)} ${hashOf(recorder)}`,
      };
      await expectRightFrames(
        page,
        site,
        [watched(install.replace('async', `async nonce="${tagNonce}"`), elements(10) + boundNodes(20), '', 'abc')],
        { loads: 2 },
      );
    });
  }

  test('leaves the tag to itself where a policy refuses it @rare', async ({ page, site, expectLines }) => {
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
