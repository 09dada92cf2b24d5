import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExpressPages } from '../surfaces/in-express.ts';
import { startWordPressPages } from '../surfaces/in-wordpress.ts';
import { launchBrowser } from '../surfaces/launch-browser.ts';
import { startBrowserPages, startNodePages } from '../surfaces/on-node.ts';
import { startWorkerPages } from '../surfaces/on-workers.ts';
import type { Surface } from '../surfaces/surface.ts';
import { compare, visitsOf } from './compare.ts';
import { compareWithDoctor, examine } from './doctor.ts';
import { makeShops, planted } from './shops.ts';
import { siteOf, wordPressSiteOf } from './site.ts';

const shops = makeShops(Number(process.env['GEOLET_SHOPS'] ?? 5));
const visits = visitsOf(shops);

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

/** They take some 15 seconds each on a busy machine. */
const timeout = 120_000 + shops.length * 60_000;

const hasWordPress = process.env['GEOLET_WORDPRESS'] !== 'no';
const surfaces: ReadonlyArray<readonly [name: string, start: () => Promise<Surface>, isThere?: boolean]> = [
  ['with the built files', () => startBrowserPages(siteOf(shops))],
  ['written on Node', () => startNodePages(siteOf(shops))],
  ['written on Workers', () => startWorkerPages(siteOf(shops))],
  ['written by geolet/server in Express', () => startExpressPages(siteOf(shops))],
  ['of WordPress', () => startWordPressPages(wordPressSiteOf(shops)), hasWordPress],
];

for (const [name, start, isThere = true] of surfaces)
  describe.skipIf(!isThere)(`pages ${name}`, () => {
    let surface: Surface;
    beforeAll(async () => void (surface = await start()));
    afterAll(() => surface.close());

    it('have one price, wherever it is read', { timeout }, async () => {
      expect(await compare(browser, surface, visits)).toEqual([]);
    });

    it('are well for the doctor, who warns where a server writes another price for crawlers', { timeout }, async () => {
      expect(await compareWithDoctor(surface, shops)).toEqual([]);
    });

    it.each(planted)('are red for the doctor where one price is wrong: $path', async (page) => {
      expect(await examine(surface, page)).toContainEqual(expect.stringMatching(page.found));
    });
  });
