import { content, expect, expectText, inLyon, inOsaka, requestsFor, test } from './told.ts';

test('a page that is written anew by document.open() is followed @rare', async ({ page, site }) => {
  await page.goto(site.page('Before.'));
  await page.waitForFunction(() => globalThis.geolet?.visitor);
  await page.evaluate((html) => {
    document.open();
    document.write(`<!doctype html><html lang="en"><head><title>Anew</title></head><body>${html}</body></html>`);
    document.close();
  }, content);
  await expectText(page, inLyon);
  await page.evaluate(() => globalThis.geolet?.override({ country: 'JP', city: 'Osaka' }));
  await expectText(page, inOsaka);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a view transition around a change is the page’s own @rare', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.evaluate(
    () =>
      document.startViewTransition(
        async () => void (await globalThis.geolet?.override({ country: 'JP', city: 'Osaka' })),
      ).finished,
  );
  await expectText(page, inOsaka);
});

test('an extension that removes our script and elements breaks nothing @rare', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.evaluate(() => document.querySelectorAll('script, geo-if').forEach((node) => node.remove()));
  await page.evaluate(() => globalThis.geolet?.override({ country: 'JP', city: 'Osaka' }));
  await expectText(page, inOsaka.replace(' Five days.', ''));
});
