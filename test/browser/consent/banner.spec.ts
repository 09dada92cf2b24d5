import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { answer } from '../elements/support.ts';
import { expect, open, test } from '../support/test.ts';

const banner =
  '<aside class="bound" data-geo-show="group: gdpr unknown" hidden>Ask</aside><geo-if class="element" group="gdpr unknown" hidden>Ask</geo-if>';

test('a banner on the strict side shows in France and not in Japan', async ({ page, site }) => {
  await open(page, site.page(banner));
  await expect(page.locator('.bound')).toBeVisible();
  await expect(page.locator('.element')).toBeVisible();
  site.visitor = visitors.osaka;
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect(page.locator('.bound')).toBeHidden();
  await expect(page.locator('.element')).toBeHidden();
});

test('it shows to everybody when the proxy is down', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load/);
  site.visitor = visitors.osaka;
  site.geo = faults.status(404);
  await open(page, site.page(banner));
  await expect(page.locator('.bound')).toBeVisible();
  await expect(page.locator('.element')).toBeVisible();
});

test('it shows where nobody knows the country', async ({ page, site }) => {
  answer(site, { deviceType: 'desktop' });
  await open(page, site.page(banner));
  await expect(page.locator('.bound')).toBeVisible();
  await expect(page.locator('.element')).toBeVisible();
});

test('it shows to everybody before consent, where consent is required', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  await open(page, site.page(banner, { tag: '<script async src="/geolet.js" data-consent="required"></script>' }));
  await expect(page.locator('.bound')).toBeVisible();
  await expect(page.locator('.element')).toBeVisible();
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect(page.locator('.bound')).toBeHidden();
  await expect(page.locator('.element')).toBeHidden();
});

test('it shows where the country is known and nobody says whether it is of the Union', async ({ page, site }) => {
  answer(site, { countryCode: 'US' });
  await open(page, site.page(banner));
  await expect(page.locator('.bound')).toBeVisible();
  await expect(page.locator('.element')).toBeVisible();
});
