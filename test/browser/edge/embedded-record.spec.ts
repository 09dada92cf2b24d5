import { pasted } from '../../support/ways-to-install.ts';
import { scriptTag } from '../../support/site.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const body = '<p><b data-geo-text="Hello {city}">Hello you</b></p>';

test('a page with the record in it is right without asking for one', async ({ page, site }) => {
  site.page(body);
  const { url, requests } = await site.front({ markup: false });
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('Hello Lyon');
  expect(requests).toEqual(['/', '/geolet.js']);
  expect(
    await page.evaluate(() => [
      globalThis.geolet?.visitor?.source,
      globalThis.geolet?.visitor?.age,
      globalThis.geolet?.visitor?.countryCode,
    ]),
  ).toEqual(['embedded', 0, 'FR']);
});

test('a page that asks before its loader is there does not where the record came with it', async ({ page, site }) => {
  site.page(body, { tag: `${scriptTag}${pasted('ask')}` });
  const { url, requests } = await site.front({ markup: false });
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('Hello Lyon');
  expect(requests).toEqual(['/', '/geolet.js']);
});

test('a page whose record came with it is right in its first frame where the loader blocks', async ({ page, site }) => {
  site.page(`${body}<footer>${'<p>More</p>'.repeat(50)}</footer>`, { tag: '<script src="/geolet.js"></script>' });
  const { url } = await site.front({ markup: false });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const text = document.querySelector('b')?.textContent;
      if (text) seen.push(text);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, url);
  expect(new Set(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen))).toEqual(
    new Set(['Hello Lyon']),
  );
});

test('the loader comes with the page when the proxy puts it in, as a tag and inline', async ({ page, site }) => {
  site.page(body, { tag: '' });
  for (const loader of ['tag', 'inline'] as const) {
    const { url, requests } = await site.front({ loader, markup: false }, { files: undefined });
    await open(page, url);
    expect(await visibleText(page.locator('p'))).toBe('Hello Lyon');
    expect(requests).toEqual(['/', '/geolet.js']);
  }
});

test('a choice holds over the record in the page, and reset goes back to it', async ({ page, site }) => {
  site.page(body.replace('{city}', '{country}'));
  const { url, requests } = await site.front({ markup: false });
  await open(page, url);
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  expect(await visibleText(page.locator('p'))).toBe('Hello Japan');
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('Hello Japan');
  await page.evaluate(() => globalThis.geolet?.reset());
  expect(await visibleText(page.locator('p'))).toBe('Hello France');
  expect(requests.filter((path) => path === '/geo')).toEqual([]);
});

test('without consent the record in the page is not read, and with it nobody is asked', async ({ page, site }) => {
  site.page(body, { tag: '<script async src="/geolet.js" data-consent="required"></script>' });
  const { url, requests } = await site.front({ markup: false });
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('Hello you');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect.poll(() => visibleText(page.locator('p'))).toBe('Hello Lyon');
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await visibleText(page.locator('p'))).toBe('Hello you');
  expect(requests).not.toContain('/geo');
});

test('a first view with the record in the page is no return, and the next one is', async ({ page, site }) => {
  site.page('<p><b data-geo-show="returning" hidden>again</b><b data-geo-hide="returning" hidden>new</b></p>');
  const { url } = await site.front({ markup: false });
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('new');
  const tab = await page.context().newPage();
  await open(tab, url);
  expect(await visibleText(tab.locator('p'))).toBe('again');
});

for (const [what, minutes, texts] of [
  ['some minutes by another clock', 9, 'Hello Osaka'],
  ['older, as a cache kept it,', 11, 'Hello Lyon'],
] as const) {
  test(`a record in a page that is ${what} reads "${texts}"`, async ({ page, site }) => {
    const record = JSON.stringify({
      version: 1,
      time: Date.now() - minutes * 60_000,
      record: { countryCode: 'JP', city: 'Osaka' },
    });
    const url = site.page(body, { head: `<script type="application/json" data-geo-record>${record}</script>` });
    await open(page, url);
    expect(await visibleText(page.locator('p'))).toBe(texts);
    expect(site.requests.includes('/geo')).toBe(texts === 'Hello Lyon');
  });
}

test('whatever else stands in the place of a record is as if absent', async ({ page, site }) => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"version":1}',
    `{"version":2,"time":${Date.now()},"record":{"city":"Osaka"}}`,
    `{"version":1,"time":${Date.now()},"record":7}`,
  ]) {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await open(
      page,
      site.page(body, {
        head: `<script type="application/json" data-geo-record>${text}</script>`,
        path: `/p${text.length}`,
        tag: '<script async src="/geolet.js" data-storage="off"></script>',
      }),
    );
    expect(await visibleText(page.locator('p'))).toBe('Hello Lyon');
  }
});
