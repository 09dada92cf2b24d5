import { faults, startSite } from '../../support/site.ts';
import { databaseContent, writeDatabase } from './database.ts';
import { signalPrivacy } from './privacy-signal.ts';
import { expect, expectText, requestsFor, test } from './told.ts';

const content = '<h1 data-geo-text="{country}, {city|no city}">you</h1>';

test('with Global Privacy Control the page knows the country and nothing nearer', async ({ page, site }) => {
  await signalPrivacy(page);
  await page.goto(site.page(content));
  await expectText(page, 'France, no city');
  const visitor = await page.evaluate(() => ({ ...geolet?.visitor }));
  expect(visitor).toMatchObject({ countryCode: 'FR', currencyCode: 'EUR', isEU: true });
  for (const name of ['city', 'stateCode', 'timezone', 'latitude', 'deviceType', 'userAgent'])
    expect(visitor).not.toHaveProperty(name);
  await page.reload();
  await expectText(page, 'France, no city');
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a record from before it was switched on is not used', async ({ page, site, told }) => {
  await page.goto(site.page(content));
  await expectText(page, 'France, Lyon');
  await expect.poll(() => databaseContent(page)).not.toBeUndefined();
  await signalPrivacy(page);
  await page.reload();
  await expectText(page, 'France, no city');
  expect(await told()).toEqual(['geo-ready network']);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Lyon');
  await expect.poll(async () => JSON.stringify(await databaseContent(page))).not.toContain('Lyon');
});

test('nor is one that only the database has @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  await signalPrivacy(page);
  await page.goto(site.page('<p>Elsewhere</p>', { path: '/elsewhere', tag: '' }));
  await writeDatabase(page, {
    key: `${site.url}/geo`,
    value: { version: 1, time: Date.now(), record: { countryCode: 'FR', city: 'Lyon' } },
  });
  site.geo = faults.status(404);
  await page.goto(site.page(content));
  await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.source)).toBe('none');
  await expectText(page, 'you');
});

test.describe('where the owner keeps the state @rare', () => {
  const withState = '<h1 data-geo-text="{country}, {state|no state}, {city|no city}">you</h1>';
  const kept = 'France, Auvergne-Rhone-Alpes, no city';

  test('the page knows it, and nothing nearer, also from storage', async ({ page, expectLines }) => {
    expectLines();
    const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '', {
      gpc: 'state',
      expose: ['latitude', 'postalCode', 'IP'],
    });
    await signalPrivacy(page);
    await page.goto(site.page(withState));
    await expectText(page, kept);
    const visitor = await page.evaluate(() => ({ ...geolet?.visitor }));
    expect(visitor).toMatchObject({ countryCode: 'FR', stateCode: 'ARA' });
    for (const name of ['city', 'timezone', 'latitude', 'postalCode', 'IP', 'deviceType'])
      expect(visitor).not.toHaveProperty(name);
    await page.reload();
    await expectText(page, kept);
    expect(await page.evaluate(() => globalThis.geolet?.visitor?.source)).toBe('cache');
    expect(requestsFor('/geo', site)).toBe(1);
    await site.close();
  });

  test('a record from before the signal was switched on is not used either', async ({ page, expectLines }) => {
    expectLines();
    const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '', {
      gpc: 'state',
    });
    await page.goto(site.page(withState));
    await expectText(page, 'France, Auvergne-Rhone-Alpes, Lyon');
    await expect.poll(() => databaseContent(page)).not.toBeUndefined();
    await signalPrivacy(page);
    await page.reload();
    await expectText(page, kept);
    expect(requestsFor('/geo', site)).toBe(2);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Lyon');
    await site.close();
  });

  test('and goes back to the country, browsers keep the state until their next lookup', async ({ page, site }) => {
    site.geo = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"countryCode":"FR","countryName":"France","stateCode":"ARA","stateName":"Auvergne-Rhone-Alpes"}');
    await signalPrivacy(page);
    await page.goto(site.page(withState));
    await expectText(page, kept);
    site.geo = undefined;
    await page.reload();
    await expectText(page, kept);
    await page.evaluate(() => globalThis.geolet?.refresh());
    await expectText(page, 'France, no state, no city');
    await page.reload();
    await expectText(page, 'France, no state, no city');
    await expect.poll(async () => JSON.stringify(await databaseContent(page))).not.toContain('ARA');
  });
});
