import type { Page } from '@playwright/test';
import { scriptTag, type Site } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { be, nextFrame } from '../elements/support.ts';
import { eachRow, expect, test, visibleText } from '../support/test.ts';

const toFrench = { when: 'country: FR', to: '/fr{path}' };
const head = (redirect: unknown, more = {}) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify({ redirect, ...more })}</script>`;

/** A shop in English, its French folder, and a page elsewhere that links to it. */
function build(site: Site, redirect: unknown = [toFrench], tag = scriptTag, more = {}): string {
  for (const path of ['/', '/shoes', '/hats', '/fr/shoes', '/fr/'])
    site.page(`<h1>${path}</h1><a href="/shoes">Shoes</a>`, { path, head: head(redirect, more), tag });
  return `${site.url}/shoes`;
}

/** Waits until the page has decided: the file is there, and what it does after the answer is done. */
async function arrive(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await decided(page);
}

async function decided(page: Page): Promise<void> {
  await expect(async () => {
    await page.waitForLoadState();
    await page.waitForFunction(
      () =>
        globalThis.geolet?.visitor !== undefined &&
        performance.getEntriesByType('resource').some(({ name }) => name.includes('geolet-redirect')),
    );
    await nextFrame(page);
  }).toPass();
}

const at = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

test('moves a visitor of the country once, with path, query and hash', async ({ page, site }) => {
  await arrive(page, `${build(site)}?size=42&x=%20#top`);
  await expect.poll(() => at(page)).toBe('/fr/shoes?size=42&x=%20#top');
  await decided(page);
  expect(at(page)).toBe('/fr/shoes?size=42&x=%20#top');
});

test('moves no visitor of another country, or of nowhere', async ({ page }) => {
  await eachRow(
    [
      ['another country', visitors.berlin],
      ['nowhere', visitors.nowhere],
    ],
    page,
    async ([, visitor], site) => {
      site.visitor = visitor;
      await arrive(page, build(site));
      expect(at(page)).toBe('/shoes');
    },
  );
});

test('leaves the way back open, and who comes back stays', async ({ page, site }) => {
  const url = build(site);
  site.page('<h1>search</h1>', { path: '/search', tag: '' });
  await page.goto(`${site.url}/search`);
  // As from another site: no referrer tells where from.
  await page.evaluate((url) => {
    const link = Object.assign(document.createElement('a'), { href: url, rel: 'noreferrer' });
    document.body.append(link);
    link.click();
  }, url);
  await expect.poll(() => at(page)).toBe('/fr/shoes');
  await page.goBack();
  expect(at(page)).toBe('/search');
  await arrive(page, url);
  expect(at(page)).toBe('/shoes');
  await page.reload();
  await decided(page);
  expect(at(page)).toBe('/shoes');
});

test('moves nobody later in a visit, and again in a new one', async ({ page, site, context }) => {
  site.geo = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const url = build(site);
  await arrive(page, url);
  site.geo = undefined;
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => globalThis.geolet?.refresh());
  await nextFrame(page);
  expect(at(page)).toBe('/shoes');
  await arrive(page, `${site.url}/hats`);
  expect(at(page)).toBe('/hats');
  const tab = await context.newPage();
  await tab.goto(url, { waitUntil: 'commit' });
  await expect.poll(() => at(tab)).toBe('/fr/shoes');
});

test('the first rule that is yes counts @rare', async ({ page, site }) => {
  await arrive(
    page,
    build(site, [{ when: 'country: JP', to: '/jp/' }, { when: 'eu; not-country: DE', to: '/fr/' }, toFrench]),
  );
  await expect.poll(() => at(page)).toBe('/fr/');
});

test('is off for a visit with geo-redirect=off @rare', async ({ page, site }) => {
  const url = build(site);
  await arrive(page, `${url}?geo-redirect=off`);
  expect(at(page)).toBe('/shoes?geo-redirect=off');
  await arrive(page, `${site.url}/hats`);
  expect(at(page)).toBe('/hats');
  expect(await page.evaluate(() => sessionStorage.getItem('geolet:redirect'))).toBe('off');
});

test('a choice is not overruled', async ({ page, site, context }) => {
  const url = build(site);
  await arrive(page, `${url}?geo-redirect=off`);
  await be(page, 'FR');
  const tab = await context.newPage();
  await arrive(tab, url);
  expect(at(tab)).toBe('/shoes');
  await page.evaluate(() => globalThis.geolet?.reset());
  const another = await context.newPage();
  await another.goto(url, { waitUntil: 'commit' });
  await expect.poll(() => at(another)).toBe('/fr/shoes');
});

for (const [name, hours, moved] of [
  ['a fresh', 23, true],
  ['a stale', 25, false],
] as const) {
  test(`${moved ? 'moves' : 'does not move'} by ${name} record @rare`, async ({ page, site, context }) => {
    const url = build(site);
    await arrive(page, `${url}?geo-redirect=off`);
    await page.evaluate((past) => {
      for (const key of Object.keys(localStorage))
        localStorage.setItem(
          key,
          JSON.stringify({ ...(JSON.parse(localStorage.getItem(key) ?? '') as object), time: Date.now() - past }),
        );
    }, hours * 3_600_000);
    const tab = await context.newPage();
    await tab.goto(url, { waitUntil: 'commit' });
    if (!moved) await decided(tab);
    await expect.poll(() => at(tab)).toBe(moved ? '/fr/shoes' : '/shoes');
  });
}

test('does not move by an answer that comes late @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  let answer = () => {};
  site.geo = (_request, response) =>
    (answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"countryCode":"FR"}'));
  await arrive(page, build(site, [toFrench], scriptTag.replace('data-', 'data-timeout-ms="50" data-')));
  answer();
  await page.waitForFunction(() => globalThis.geolet?.visitor?.countryCode === 'FR');
  await nextFrame(page);
  expect(at(page)).toBe('/shoes');
});

test('moves and stores nothing with storage off, and before consent', async ({ page }) => {
  await eachRow(
    ['data-storage="off"', 'data-consent="required"'].map((setting) => [setting, setting]),
    page,
    async ([, setting], site) => {
      await arrive(page, build(site, [toFrench], scriptTag.replace('data-', `${setting} data-`)));
      expect(at(page)).toBe('/shoes');
      expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
    },
  );
});

test('does not move a page in a frame @rare', async ({ page, site }) => {
  await page.goto(
    site.page(`<iframe referrerpolicy="no-referrer" src="${build(site)}"></iframe>`, { path: '/frame', tag: '' }),
  );
  const frame = page.frames()[1];
  await frame?.waitForFunction(
    () =>
      globalThis.geolet?.visitor !== undefined &&
      performance.getEntriesByType('resource').some(({ name }) => name.includes('geolet-redirect')),
  );
  await nextFrame(page);
  expect(frame?.url()).toBe(`${site.url}/shoes`);
});

test('a search engine is treated like any visitor @rare', async ({ browser, site }) => {
  const url = build(site);
  const userAgent =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36';
  for (const [visitor, path] of [
    [visitors.lyon, '/fr/shoes'],
    [visitors.newYork, '/shoes'],
  ] as const) {
    site.visitor = visitor;
    const page = await browser.newPage({ userAgent });
    await arrive(page, url);
    await expect.poll(() => at(page)).toBe(path);
    await page.close();
  }
});

test('refuses and names each rule that leads elsewhere, or is none', async ({ page, site, lines, expectLines }) => {
  expectLines(/bad-settings: redirect: /);
  const rules = [
    { when: 'country: FR', to: 'https://evil.example{path}' },
    { when: 'country: FR', to: '//evil.example/' },
    { when: 'country: FR', to: 'javascript:alert(1)' },
    { when: 'country: FR', to: '/{country}' },
    { when: 'country: FR' },
    { to: '/fr/' },
    'FR',
    null,
  ];
  await arrive(page, build(site, rules));
  expect(at(page)).toBe('/shoes');
  await expect.poll(() => lines).toEqual(rules.map((rule) => expect.stringContaining(JSON.stringify(rule))));
});

test('two sites that send visitors to each other do so once each @rare', async ({ page, site }) => {
  const other = site.url.replace('127.0.0.1', 'localhost');
  for (const path of ['/a', '/b']) {
    const to = path === '/a' ? `${other}/b` : `${site.url}/a`;
    site.page('<meta name="referrer" content="no-referrer">', {
      path,
      head: head([{ when: 'country: FR', to }], { origins: [site.url, other] }),
    });
  }
  await arrive(page, `${site.url}/a`);
  await expect
    .poll(async () => {
      await decided(page);
      return page.evaluate(() => [location.pathname, history.length]);
    })
    .toEqual(['/a', 2]);
  await decided(page);
  expect(at(page)).toBe('/a');
});

test('with ask it suggests instead, on yes alone, and the page stays @rare', async ({ page, site }) => {
  const rule = {
    ...toFrench,
    ask: 'Aller au site français ?',
    lang: 'fr',
    label: 'Oui',
    close: 'Non',
    placement: 'popup',
    days: 7,
  };
  await arrive(page, build(site, [rule]));
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(await visibleText(page.locator('geo-suggest [part=box]'))).toBe('Aller au site français ? Oui ×');
  await expect(page.getByRole('link', { name: 'Oui' })).toHaveAttribute('href', `${site.url}/fr/shoes`);
  await expect(page.locator('geo-suggest')).toHaveAttribute('lang', 'fr');
  expect(at(page)).toBe('/shoes');
  await be(page, 'JP');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await be(page, 'FR');
  await page.getByRole('button', { name: 'Non' }).click();
  await arrive(page, `${site.url}/hats`);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  expect(at(page)).toBe('/hats');
});

test('with ask, who is not asked downloads nothing, and destroy removes all @rare', async ({ page, site }) => {
  const rule = { ...toFrench, ask: 'Aller au site français ?' };
  site.visitor = visitors.berlin;
  await arrive(page, build(site, [rule]));
  expect(site.requests.filter((path) => /geolet-(suggest|elements)/.test(path))).toEqual([]);
  await be(page, 'FR');
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect(page.locator('geo-suggest')).toHaveCount(0);
});

const bindings = scriptTag.replace('geolet.js', 'geolet-bindings.js');

test('with ask, a page of bindings is not told that elements are late @rare', async ({ page, site, lines }) => {
  await arrive(page, build(site, [{ ...toFrench, ask: 'Aller au site français ?' }], bindings));
  await expect(page.getByRole('complementary')).toBeVisible();
  expect(lines).toEqual([]);
});
