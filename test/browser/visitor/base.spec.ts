import { readdir, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dist, type Site } from '../../support/site.ts';
import { content, eachRow, expect, expectText, inLyon, test } from './told.ts';

/**
 * Whoever can write no more than this into a page must not choose where its scripts come from. It stands behind the tag, and the tag's address is
 * relative: in front of it, or with an absolute address, a base changes nothing of what the tag says, and proves nothing.
 */
const theirs = '<base href="https://evil.example/">';
/** Elements, a flag, a condition of a file of its own, a price to be converted. */
const more = '<p><geo-flag>-</geo-flag></p><p data-geo-show="query: none" hidden>A</p>';
const inject = "document.head.append(Object.assign(document.createElement('script'), { src: 'geolet.js' }))";

/** Everything that the page asks for at hosts other than its own. */
function foreign(page: Page, ...own: string[]): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return () => asked.filter((url) => url.startsWith('http') && !own.some((origin) => url.startsWith(`${origin}/`)));
}

/** Uses what is fetched later, too. */
async function exercise(page: Page, site: Site): Promise<void> {
  await expectText(page, inLyon);
  expect(await page.evaluate(() => geolet?.override('JP'))).toBe(true);
  expect(await page.evaluate(() => geolet?.explain())).toContain('geolet');
  expect(await page.evaluate(async () => (await geolet?.refresh(), geolet?.inspect()))).toMatchObject({
    endpoint: { url: `${site.url}/geo` },
  });
}

test.describe('no base of somebody else decides where the files and the record come from: the script', () => {
  const scripts: Record<string, { tag?: string; head?: string; foot?: string }> = {
    'blocking, with the base behind it': { tag: '<script src="/geolet.js"></script>' },
    asynchronous: { tag: '<script async src="geolet.js"></script>' },
    deferred: { tag: '<script defer src="geolet.js"></script>' },
    'with an endpoint of its own': { tag: '<script defer src="/geolet.js" data-endpoint="geo"></script>' },
    injected: { tag: `<script>${inject}</script>` },
    'injected, and moved as it loads': {
      tag: `<script>${inject}; addEventListener('DOMContentLoaded', () => document.body.append(document.querySelector('script[src]')))</script>`,
    },
    'moved into another document after it has run': {
      tag: '<script src="/geolet.js"></script><script>document.implementation.createHTMLDocument().head.append(document.querySelector("script[src]"))</script>',
    },
    'removed after it has run': {
      tag: '<script src="/geolet.js"></script><script>document.querySelector("script[src]").remove()</script>',
    },
    cloned: {
      tag: '<script defer src="/geolet.js"></script><script>addEventListener("DOMContentLoaded", () => document.body.append(Object.assign(document.createElement("script"), { id: "copy" }), document.querySelector("script[src]").cloneNode()))</script>',
    },
    'written by document.write': { tag: '<script>document.write(\'<script src="geolet.js"><\\/script>\')</script>' },
    'imported by a module': { tag: '<script type="module">import \'./geolet.js\'</script>' },
  };
  test('in any way that a page loads one', async ({ page }) => {
    test.setTimeout(60_000);
    await eachRow(Object.entries(scripts), page, async ([, { tag = '' }], site) => {
      const asked = foreign(page, site.url);
      await page.goto(site.page(`${theirs}${content}${more}`, { tag }));
      await exercise(page, site);
      expect(asked()).toEqual([]);
    });
  });

  test('inside the page @rare', async ({ page, site }) => {
    const text = (await readFile(`${dist}/geolet.js`, 'utf8')).replaceAll('</', '<\\/');
    const asked = foreign(page, site.url);
    await page.goto(site.page(`${theirs}${content}${more}`, { tag: `<script>${text}</script>` }));
    await exercise(page, site);
    expect(asked()).toEqual([]);
  });

  test('of a page that is written anew @rare', async ({ page, site }) => {
    const asked = foreign(page, site.url);
    await page.goto(
      site.page(`<p data-geo-text="{country}">you</p><p id="old"></p>`, { tag: '<script src="/geolet.js"></script>' }),
    );
    await expectText(page, 'France');
    await page.evaluate((html) => {
      document.open();
      document.write(html);
      document.close();
    }, `<!doctype html><html lang="en"><link rel="icon" href="data:,">${theirs}${content}${more}`);
    await exercise(page, site);
    expect(asked()).toEqual([]);
  });

  for (const [name, policy] of [
    ['a nonce', "script-src 'nonce-once'"],
    ['a nonce and strict-dynamic', "script-src 'nonce-once' 'strict-dynamic'"],
  ] as const) {
    test(`under a policy with ${name} @rare`, async ({ page, site }) => {
      site.headers = { 'content-security-policy': policy };
      const asked = foreign(page, site.url);
      await page.goto(
        site.page(`${theirs}${content}${more}`, { tag: '<script defer nonce="once" src="/geolet.js"></script>' }),
      );
      await exercise(page, site);
      expect(asked()).toEqual([]);
    });
  }

  test('beside a base of any kind @rare', async ({ page, expectLines }) => {
    // Chromium names `data:` and `javascript:` alone.
    expectLines(/may not be used as base URLs/);
    const addresses = [
      'data:,x',
      'mailto:a@evil.example',
      'javascript:alert(1)',
      'blob:null/1',
      'file:///',
      '/uploads/',
      '//evil.example',
      'https://evil.example/geolet.js',
    ];
    await eachRow(
      addresses.map((href) => [href, href]),
      page,
      async ([, href], site) => {
        const asked = foreign(page, site.url);
        await page.goto(
          site.page(`<base href="${href}">${content}${more}`, { tag: '<script defer src="geolet.js"></script>' }),
        );
        await exercise(page, site);
        expect(asked()).toEqual([]);
        expect(site.requests.filter((path) => path.startsWith('/uploads/'))).toEqual([]);
      },
    );
  });
});

test.describe('the files come from where the owner has the script: @rare', () => {
  test("below the owner's own base, though another one of somebody else follows", async ({ page, site }) => {
    await serveAt(site, '/app');
    const asked = foreign(page, site.url);
    await page.goto(
      site.page(`${theirs}${content}${more}`, {
        head: '<base href="/app/">',
        tag: '<script defer src="geolet.js"></script>',
      }),
    );
    await exercise(page, site);
    expect(asked()).toEqual([]);
    expect(site.requests.filter((path) => path.startsWith('/geolet'))).toEqual([]);
    expect(site.requests.some((path) => path.startsWith('/app/geolet-choose.'))).toBe(true);
  });

  test('at another host', async ({ page, site }) => {
    const host = site.url.replace('127.0.0.1', 'files.localhost');
    const asked = foreign(page, site.url, host);
    const own: string[] = [];
    page.on('request', (request) => own.push(request.url()));
    await page.goto(
      site.page(`${theirs}${content}${more}`, { tag: `<script defer src="${host}/geolet.js"></script>` }),
    );
    await exercise(page, site);
    expect(asked()).toEqual([]);
    expect(own.filter((url) => url.startsWith(`${site.url}/geolet`))).toEqual([]);
  });

  test('where the page keeps errors from telling where they come from', async ({ page, site }) => {
    await page.addInitScript(() => void (Error.stackTraceLimit = 0));
    const asked = foreign(page, site.url);
    await page.goto(site.page(`${theirs}${content}${more}`, { tag: '<script defer src="/geolet.js"></script>' }));
    await exercise(page, site);
    expect(asked()).toEqual([]);
  });

  test('of a page that puts a class of its own in the place of Error', async ({ page, site }) => {
    await serveAt(site, '/app');
    await page.addInitScript(() => {
      const Real = Error;
      globalThis.Error = class extends Real {} as ErrorConstructor;
    });
    await page.goto(site.page(`${content}${more}`, { tag: '<script defer src="/app/geolet.js"></script>' }));
    await exercise(page, site);
    expect(site.requests.filter((path) => path.startsWith('/geolet'))).toEqual([]);
  });
});

/** The build's files once more in a folder. */
async function serveAt(site: Site, folder: string): Promise<void> {
  for (const name of await readdir(dist, { recursive: true })) {
    if (/\.(js|json|svg)$/.test(name)) {
      const body = await readFile(`${dist}/${name}`);
      site.file(`${folder}/${name}`, (_request, response) =>
        response
          .writeHead(200, { 'content-type': name.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript' })
          .end(body),
      );
    }
  }
}
