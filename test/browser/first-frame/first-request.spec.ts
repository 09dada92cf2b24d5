import { readdirSync } from 'node:fs';
import { pasted } from '../../support/ways-to-install.ts';
import { expect, open, test } from '../support/test.ts';

const tag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';
const bindingsTag = tag.replace('geolet.js', 'geolet-bindings.js');
const lateElements = /^warning: \[geolet\] late-elements: /;
const asking = tag + pasted('ask');
const lookups = (requests: readonly string[]) => requests.filter((path) => path === '/geo').length;

test.describe('the inline request @rare', () => {
  test('asks before geolet.js is there, and nobody asks again', async ({ page, site }) => {
    let release: (() => void) | undefined;
    await page.route('**/geolet.js', (route) => void (release = () => void route.continue()));
    await page.goto(site.page('<p data-geo-text="{city}">you</p>', { tag: asking }), { waitUntil: 'commit' });
    await expect.poll(() => lookups(site.requests)).toBe(1);
    await expect.poll(() => release).toBeDefined();
    release?.();
    await expect(page.locator('p')).toHaveText('Lyon');
    expect(lookups(site.requests)).toBe(1);
    expect(await page.evaluate(() => globalThis.geoletAnswer)).toBe(undefined);
  });

  test('asks nothing where a record is remembered', async ({ page, site }) => {
    await open(page, site.page('<p data-geo-text="{city}">you</p>', { tag: asking }));
    await open(page, site.url);
    await expect(page.locator('p')).toHaveText('Lyon');
    expect(lookups(site.requests)).toBe(1);
  });

  test('asks nothing while the page is tried as somebody else', async ({ page, site }) => {
    await open(page, `${site.page('<p data-geo-text="{country}">you</p>', { tag: asking })}?geo-as=JP`);
    await expect(page.locator('p')).toHaveText('Japan');
    await open(page, site.url);
    await expect(page.locator('p')).toHaveText('Japan');
    expect(lookups(site.requests)).toBe(0);
  });

  test('asks nothing before consent', async ({ page, site }) => {
    await open(
      page,
      site.page('<p data-geo-text="{city}">you</p>', {
        tag: asking.replace('data-endpoint', 'data-consent="required" data-endpoint'),
      }),
    );
    await page.waitForLoadState('networkidle');
    expect(lookups(site.requests)).toBe(0);
  });

  test('that fails is told once, by geolet.js, which asks again as always', async ({ page, site, expectLines }) => {
    expectLines(/503/);
    let asked = 0;
    site.geo = (_request, response) => {
      if (asked++) response.writeHead(200, { 'content-type': 'application/json' }).end('{"city":"Lyon"}');
      else response.writeHead(503).end();
    };
    await page.goto(site.page('<p data-geo-text="{city}">you</p>', { tag: asking }));
    await expect(page.locator('p')).toHaveText('Lyon');
  });

  test('is nothing to an element with the name of its answer', async ({ page, site }) => {
    await open(page, site.page('<i id="geoletAnswer"></i><p data-geo-text="{city}">you</p>'));
    await expect(page.locator('p')).toHaveText('Lyon');
  });
});

test('a preloaded answer is the one that is used', async ({ page, site }) => {
  await open(
    page,
    site.page('<p data-geo-text="{city}">you</p>', { head: '<link rel="preload" as="fetch" href="/geo" crossorigin>' }),
  );
  await expect(page.locator('p')).toHaveText('Lyon');
  expect(lookups(site.requests)).toBe(1);
});

test('geolet-bindings.js fetches the elements beside the record', async ({ page, site, expectLines }) => {
  expectLines(lateElements);
  const answers: (() => void)[] = [];
  await page.route(/\/(geo|geolet-elements\..*)$/, (route) => void answers.push(() => void route.continue()));
  await page.goto(site.page('<p><geo-text template="{city}">you</geo-text></p>', { tag: bindingsTag }), {
    waitUntil: 'commit',
  });
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  await expect(page.locator('geo-text [part=value]')).toHaveText('Lyon');
});

test('geolet-bindings.js uses the elements that the page has preloaded', async ({ page, site, expectLines }) => {
  expectLines(lateElements);
  const name = readdirSync(process.env.GEOLET_DIST ?? 'dist').find((file) =>
    /^geolet-elements\.[\w-]{8}\.js$/.test(file),
  );
  await open(
    page,
    site.page('<geo-if country="FR">A</geo-if>', {
      head: `<link rel="modulepreload" href="/${name}">`,
      tag: bindingsTag,
    }),
  );
  expect(site.requests.filter((path) => path === `/${name}`)).toHaveLength(1);
});
