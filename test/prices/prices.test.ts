import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromium as program, findOrInstallBrowser } from '../support/find-browser.ts';
import { startExpressPages } from '../surfaces/in-express.ts';
import { startWordPressPages } from '../surfaces/in-wordpress.ts';
import { startBrowserPages, startNodePages } from '../surfaces/on-node.ts';
import { startWorkerPages } from '../surfaces/on-workers.ts';
import { compare, visitsOf } from './compare.ts';
import { makeShops } from './shops.ts';
import { siteOf, wordPressSiteOf } from './site.ts';

const shops = makeShops(Number(process.env['GEOLET_SHOPS'] ?? 5));
const visits = visitsOf(shops);

let browser: Browser;
beforeAll(async () => {
  const executablePath = findOrInstallBrowser(program);
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
afterAll(() => browser.close());

const timeout = 60 * 60_000;

it.each([
  ['with the built files', startBrowserPages],
  ['written on Node', startNodePages],
  ['written on Workers', startWorkerPages],
  ['written by geolet/server in Express', startExpressPages],
] as const)('pages %s have one price, wherever it is read', { timeout }, async (_where, start) => {
  const surface = await start(siteOf(shops));
  expect(await compare(browser, surface, visits)).toEqual([]);
  await surface.close();
});

it.skipIf(process.env['GEOLET_SHOPS_WORDPRESS'] === 'no')(
  'pages of WordPress have one price, wherever it is read',
  { timeout },
  async () => {
    const surface = await startWordPressPages(wordPressSiteOf(shops));
    try {
      expect(await compare(browser, surface, visits)).toEqual([]);
    } finally {
      await surface.close();
    }
  },
);
