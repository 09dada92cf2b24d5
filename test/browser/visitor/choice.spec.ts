import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { asWritten, content, expect, expectText, holdRequests, inLyon, requestsFor, test } from './told.ts';

const inJapan = 'Hello Japan Shoes for you Five days.';
const override = (page: Page, words: string | object) =>
  page.evaluate((said) => geolet?.override(said as string), words);
const field = (page: Page, name: string) =>
  page.evaluate((name) => Reflect.get(geolet?.visitor ?? {}, name) as unknown, name);

test.beforeEach(async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
});

test('a choice changes the page at once, without a reload, and is remembered', async ({ page, site, told }) => {
  await page.evaluate(() => Reflect.set(globalThis, Symbol.for('same page'), true));
  expect(await override(page, 'JP')).toBe(true);
  await expectText(page, inJapan);
  expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('same page')) as unknown)).toBe(true);
  expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
  await page.reload();
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready choice']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a reset goes back to the lookup, and holds on the next view', async ({ page, site, told }) => {
  await override(page, 'JP');
  await page.evaluate(() => geolet?.reset());
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network', 'geo-change choice', 'geo-change network']);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a country brings all that follows from it, and drops the place', async ({ page }) => {
  await override(page, 'JP');
  const visitor = await page.evaluate(() => ({ ...geolet?.visitor }));
  expect(visitor).toMatchObject({
    countryCode: 'JP',
    countryName: 'Japan',
    continentCode: 'AS',
    currencyCode: 'JPY',
    isEU: false,
    deviceType: expect.any(String),
  });
  for (const name of ['city', 'stateCode', 'stateName', 'timezone', 'latitude'])
    expect(visitor).not.toHaveProperty(name);
});

for (const [words, expected] of [
  ['US-CA', { countryCode: 'US', stateCode: 'CA' }],
  ['us-ca', { countryCode: 'US', stateCode: 'CA' }],
  ['country: JP; currency: USD', { countryCode: 'JP', currencyCode: 'USD' }],
  [
    { country: 'JP', city: 'Osaka' },
    { countryCode: 'JP', city: 'Osaka' },
  ],
  [{ currency: 'USD' }, { countryCode: 'FR', city: 'Lyon', currencyCode: 'USD' }],
] as const) {
  test(`${JSON.stringify(words)} is understood`, async ({ page }) => {
    expect(await override(page, words)).toBe(true);
    expect(await page.evaluate(() => ({ ...geolet?.visitor }))).toMatchObject({ ...expected, source: 'choice' });
  });
}

test('"unknown" is a choice: conditions are unknown, the page is as written', async ({ page, told }) => {
  expect(await override(page, 'unknown')).toBe(true);
  await expectText(page, asWritten);
  expect(await page.evaluate(() => [geolet?.matches('country: FR'), geolet?.matches('country: unknown')])).toEqual([
    undefined,
    true,
  ]);
  await page.reload();
  await expectText(page, asWritten);
  expect(await told()).toEqual(['geo-ready choice']);
});

for (const words of [
  'Atlantis',
  'XX',
  'country: Mars',
  'planet: Mars',
  { country: 7 },
  { __proto__: { country: 'JP' }, colour: 'blue' },
]) {
  test(`${JSON.stringify(words)} is reported and changes nothing`, async ({ page, told, expectLines }) => {
    expectLines(/\[geolet\] unusable-visitor: /);
    expect(await override(page, words)).toBe(false);
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network', 'geo-error unusable-visitor']);
    expect(await page.evaluate(() => localStorage.getItem('geolet:choice'))).toBeNull();
  });
}

test('a choice outlasts a refresh, which keeps the lookup behind it up to date', async ({ page, site, told }) => {
  await override(page, 'JP');
  site.geo = faults.body('{"countryCode":"DE","countryName":"Germany","city":"Berlin"}');
  await page.evaluate(() => geolet?.refresh());
  expect(await field(page, 'countryCode')).toBe('JP');
  await page.evaluate(() => geolet?.reset());
  await expectText(page, 'Hello Germany Shoes for Berlin Five days.');
  expect(await told()).toContain('geo-change network');
});

test('a choice before the answer makes the page ready, and holds', async ({ page, site, told }) => {
  const answer = await holdRequests(page);
  await page.goto(
    site.page(content, {
      path: '/other',
      tag: '<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>',
    }),
  );
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  await override(page, 'JP');
  await expectText(page, inJapan);
  expect(await told()).toEqual(['geo-ready choice']);
  const answered = page.waitForResponse('**/geo');
  answer();
  await (await answered).finished();
  await expect.poll(() => field(page, 'deviceType')).toEqual(expect.any(String));
  await expectText(page, inJapan);
});

test('a remembered choice is followed although the proxy is down', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  await override(page, 'JP');
  await page.evaluate((key) => localStorage.removeItem(key), `geolet:${site.url}/geo`);
  await page.evaluate(
    () => new Promise((resolve) => indexedDB.deleteDatabase('geolet').addEventListener('success', resolve)),
  );
  site.geo = faults.status(404);
  await page.reload();
  await expectText(page, inJapan);
  await expect.poll(() => told()).toEqual(['geo-ready choice', 'geo-error http']);
});

test('a choice and a reset in another tab are followed here at once', async ({ page, context, site, told }) => {
  const other = await context.newPage();
  await other.goto(site.url);
  await expectText(other, inLyon);
  await override(other, 'JP');
  await expectText(page, inJapan);
  await other.evaluate(() => geolet?.reset());
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network', 'geo-change choice', 'geo-change network']);
  expect(await told(other)).toEqual(['geo-ready cache', 'geo-change choice', 'geo-change cache']);
});

test('what else another tab stores is nothing to follow @rare', async ({ page, context, site, told }) => {
  const other = await context.newPage();
  await other.goto(site.url);
  await expectText(other, inLyon);
  const heard = page.evaluate(
    () => new Promise((resolve) => addEventListener('storage', ({ key }) => resolve(key), { once: true })),
  );
  await other.evaluate(() => localStorage.setItem('theme', 'dark'));
  expect(await heard).toBe('theme');
  expect(await told()).toEqual(['geo-ready network']);
});

test('a remembered choice that was tampered with is not followed @rare', async ({ page, told }) => {
  for (const choice of ['"JP"', '[]', '{"fields":"JP"}', '{', 'null']) {
    await page.evaluate((value) => localStorage.setItem('geolet:choice', value), choice);
    await page.reload();
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready cache']);
  }
});

test('a choice fetches what follows from its country alone', async ({ page, site }) => {
  const rows = () => site.requests.filter((path) => path.startsWith('/geolet-countries/'));
  await override(page, 'currency: USD');
  expect(rows()).toEqual([]);
  await override(page, 'JP; currency: USD');
  expect(rows()).toEqual(['/geolet-countries/jp.json']);
  expect(await field(page, 'countryName')).toBe('Japan');
});

test('a country that does not exist is named without a request for it', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] unusable-visitor: country: ZZ/);
  expect(await override(page, 'country: ZZ')).toBe(false);
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network', 'geo-error unusable-visitor']);
  expect(site.requests.filter((path) => path.startsWith('/geolet-countries/'))).toEqual([]);
});

for (const [what, answer] of [
  ['cannot be fetched', { status: 404 }],
  ['is another file', { status: 200, contentType: 'text/html', body: '<!doctype html>' }],
  ['is about another country', { status: 200, json: { countryCode: 'KP', countryName: 'North Korea' } }],
  ['has no fields', { status: 200, json: [] }],
] as const)
  test(`a choice whose country's file ${what} is reported and changes nothing`, async ({ page, told, expectLines }) => {
    expectLines(/\[geolet\] file-refused: countries\/jp: /, ...('json' in answer || 'body' in answer ? [] : [/404/]));
    await page.route('**/geolet-countries/*', (route) => route.fulfill(answer));
    expect(await override(page, 'JP')).toBe(false);
    await expectText(page, inLyon);
    await expect.poll(() => told()).toEqual(['geo-ready network', 'geo-error file-refused']);
    expect(await page.evaluate(() => localStorage.getItem('geolet:choice'))).toBeNull();
    await page.unroute('**/geolet-countries/*');
    expect(await override(page, 'JP')).toBe(true);
    await expectText(page, inJapan);
  });

const voiding: ReadonlyArray<readonly [what: string, act: () => unknown, source: string]> = [
  ['a later choice', () => geolet?.override('BR'), 'choice'],
  ['a reset', () => geolet?.reset(), 'network'],
  ['an end', () => geolet?.destroy(), 'network'],
];

for (const [what, act, source] of voiding)
  test(`${what} voids a choice that still waits for its country @rare`, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/geolet-countries/jp.json', async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest('**/geolet-countries/jp.json');
    await page.evaluate(() => void Reflect.set(globalThis, Symbol.for('waiting'), geolet?.override('JP')));
    await asked;
    await page.evaluate(act);
    release();
    await page.evaluate(() => Reflect.get(globalThis, Symbol.for('waiting')) as Promise<unknown>);
    expect(await field(page, 'countryCode')).toBe(source === 'choice' ? 'BR' : 'FR');
    expect(await field(page, 'source')).toBe(source);
    const stored = await page.evaluate(() => localStorage.getItem('geolet:choice'));
    if (source === 'choice') expect(stored).toContain('"BR"');
    else expect(stored).toBeNull();
  });

test('a choice whose file cannot be fetched changes nothing @rare', async ({ page, told, expectLines }) => {
  expectLines(/\[geolet\] file-refused: /, /Failed to load resource/);
  await page.route('**/geolet-choose*', (route) => route.abort());
  expect(await override(page, 'JP')).toBe(false);
  await expectText(page, inLyon);
  await expect.poll(() => told()).toEqual(['geo-ready network', 'geo-error file-refused']);
});
