import { test as base, expect } from '@playwright/test';
import { browserOf, type VisitorFixture, visitorFixture } from 'geolet/testing';
import { serveShop } from './serve-shop.ts';

const test = base.extend<VisitorFixture>(visitorFixture);

test.beforeEach(({ page }) => serveShop(page));

test('a visitor from Japan sees yen', async ({ page, visitor }) => {
  await visitor('JP');
  await page.goto('https://shop.example/');
  await expect(page.getByText('¥6,900')).toBeVisible();
  await expect(page.getByText('Delivered in 2 days')).toBeHidden();
});

test('a page that is open follows', async ({ page, visitor }) => {
  await visitor({ country: 'FR', city: 'Lyon' });
  await page.goto('https://shop.example/');
  await expect(page.getByText('Lyon')).toBeVisible();
  await visitor('US-CA');
  await expect(page.getByText('$49')).toBeVisible();
  await expect(page.getByText('Lyon')).toBeHidden();
});

test('a visitor whose browser sends Global Privacy Control', async ({ page, visitor }) => {
  await visitor('US; gpc');
  await page.goto('https://shop.example/');
  await expect(page.getByText('We honour your signal')).toBeVisible();
  await expect(page.getByText('Do not sell or share')).toBeVisible();
});

test('the signal comes and goes with the visitor', async ({ page, visitor }) => {
  await visitor('US-NY; gpc');
  await page.goto('https://shop.example/');
  await expect(page.getByText('We honour your signal')).toBeVisible();
  await expect(page.getByText('Do not sell or share')).toBeHidden();
  await visitor('US-CA');
  await expect(page.getByText('Do not sell or share')).toBeVisible();
  await expect(page.getByText('We honour your signal')).toBeHidden();
  await page.reload();
  await expect(page.getByText('Do not sell or share')).toBeVisible();
  await expect(page.getByText('We honour your signal')).toBeHidden();
});

for (const words of ['unknown', 'offline', 'slow; JP']) {
  test(`of a visitor who is ${words} nothing is asked: the page is as written`, async ({ page, visitor }) => {
    await visitor(words);
    await page.goto('https://shop.example/');
    await page.waitForFunction(() => window.geolet?.ready);
    await expect(page.getByText('$49')).toBeVisible();
  });
}

test('a slow answer still comes', async ({ page, visitor }) => {
  await visitor('slow; JP');
  await page.goto('https://shop.example/');
  await expect(page.getByText('¥6,900')).toBeVisible();
});

test('a page that is open keeps what it knew when a lookup fails, and gets a slow answer at once', async ({ page, visitor }) => {
  await visitor('FR');
  await page.goto('https://shop.example/');
  await expect(page.getByText('€45')).toBeVisible();
  await visitor('offline');
  await expect(page.getByText('€45')).toBeVisible();
  await visitor('slow; JP');
  expect(await page.evaluate(() => window.geolet?.visitor?.countryCode)).toBe('JP');
});

test.describe('with the browser of somebody in Japan', () => {
  test.use(browserOf('JP'));

  test('the page goes by their clock and language', async ({ page, visitor }) => {
    await visitor('JP');
    await page.goto('https://shop.example/');
    await expect(page.getByText('こんにちは')).toBeVisible();
    await expect(page.getByText(/GMT\+9|JST/)).toBeVisible();
  });
});

test.describe('with a browser that sends the signal to servers', () => {
  test.use(browserOf('US; gpc'));

  test('the server of a page gets it', async ({ page, visitor }) => {
    await visitor('US; gpc');
    const asked = page.waitForRequest('https://shop.example/');
    await page.goto('https://shop.example/');
    expect(await (await asked).headerValue('sec-gpc')).toBe('1');
  });
});
