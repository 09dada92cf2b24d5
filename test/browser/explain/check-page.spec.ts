import { createServer, type RequestListener } from 'node:http';
import type { Page } from '@playwright/test';
import { type CheckSettings, withCheckPage } from '../../../src/doctor/for-owners/check-listener.ts';
import { createPageCheck } from '../../../src/doctor/for-owners/page-check.ts';
import { listen } from '../../support/loopback.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test as base } from '../support/test.ts';

const secret = 'a-secret-of-more-than-24-characters';
const proxy = { secret: undefined, upstream: 'https://geo.example' };
const shop: RequestListener = ({ url }, response) =>
  void response
    .writeHead(url === '/geo' ? 503 : 200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      '<!doctype html><html lang="en"><geo-if country="USA">A</geo-if><geo-text template="{city}"></geo-text></html>',
    );

const test = base.extend<{ readonly start: (more?: Partial<CheckSettings>) => Promise<string> }>({
  start: async ({}, use) => {
    let listener: RequestListener = shop;
    const server = createServer((incoming, outgoing) => listener(incoming, outgoing));
    const origin = await listen(server);
    await use((more = {}) => {
      listener = withCheckPage(shop, {
        origins: [origin],
        isOwnHost: (host) => host === new URL(origin).host,
        secret,
        fillsSecret: false,
        check: createPageCheck({ origins: [origin], proxy }),
        log: () => {},
        ...more,
      });
      return Promise.resolve(`${origin}/geolet-check`);
    });
    server.close();
    server.closeAllConnections();
  },
});

async function press(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Pages' }).fill('/\n/prices');
  await page.getByLabel('Secret').fill(secret);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'Check again' })).toBeVisible();
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [name, options] of [
  ['wide', { viewport: { width: 1280, height: 900 } }],
  ['on a phone', { viewport: { width: 320, height: 700 } }],
  ['dark', { colorScheme: 'dark' }],
] as const)
  test.describe(() => {
    // The page's policy lets no script in, also not that of axe. The tests below have the policy.
    test.use({ ...options, bypassCSP: true });

    test(`the check's page is accessible: ${name}${name === 'on a phone' ? '' : ' @rare'}`, async ({ page, start }) => {
      await page.goto(await start());
      const look = async () => {
        expect(await violations(page)).toEqual([]);
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
          expect(await overflow(page)).toBe(0);
        }
      };
      await look();
      await press(page);
      await page.locator('summary').first().click();
      await look();
    });
  });

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('the check needs no script, and its report begins with the likeliest cause', async ({ page, start }) => {
    await page.goto(await start());
    await press(page);
    await expect(page.getByRole('status')).toBeHidden();
    const first = page.getByRole('listitem').first();
    await expect(first).toContainText('geolet.js is not on this page');
    await expect(first).toContainText('What to do:');
    await expect(page.getByRole('heading', { name: '/prices 2 mistakes' })).toBeVisible();
    await expect(page.getByText('did you mean country="US"?').first()).toBeVisible();
    await expect(page.getByText('answers in').first()).toBeHidden();
    await page.locator('summary').first().click();
    await expect(page.getByText('answers in').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue('/\n/prices');
    await expect(page.getByLabel('Secret')).toHaveValue('');
  });
});

test('the check works by keyboard @rare', async ({ page, start }) => {
  await page.goto(await start());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Pages' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(secret);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Check' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check again' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('summary').first()).toBeFocused();
});

test('the check says that it takes a while, until the report is there @rare', async ({ page, start }) => {
  let finish = (): void => {};
  const check = () =>
    new Promise<readonly []>((resolve) => {
      finish = () => resolve([]);
    });
  await page.goto(await start({ check }));
  await page.getByLabel('Secret').fill(secret);
  await page.getByRole('button', { name: 'Check' }).click({ noWaitAfter: true });
  await expect(page.getByRole('status')).toHaveText('Looking at the pages. This takes up to a minute.');
  await expect(page.getByRole('heading', { name: 'Check again' })).toBeHidden();
  finish();
  await expect(page.getByRole('heading', { name: 'Check again' })).toBeVisible();
  await expect(page.getByRole('status')).toBeHidden();
});

test('the check says why it did nothing, and keeps what was typed @rare', async ({ page, start, expectLines }) => {
  expectLines(/403/);
  await page.goto(await start());
  await page.getByRole('textbox', { name: 'Pages' }).fill('/prices');
  await page.getByLabel('Secret').fill('another');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not the secret. It is GEOLET_DOCTOR_SECRET of the proxy.');
  await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue('/prices');
});
