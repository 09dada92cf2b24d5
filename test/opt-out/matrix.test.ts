import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWordPressPages } from '../surfaces/in-wordpress.ts';
import { launchBrowser } from '../surfaces/launch-browser.ts';
import { startBrowserPages, startNodePages } from '../surfaces/on-node.ts';
import { startWorkerPages } from '../surfaces/on-workers.ts';
import { compare } from './compare.ts';
import { type Cell, cells, halfOfCells } from './expected.ts';
import { site, wordPressSite } from './site.ts';

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

const minutes = 6;

const visited = process.env['GEOLET_CELLS'] === 'half' ? halfOfCells : cells;

it('has every visitor of the matrix once', () => {
  expect(cells).toHaveLength(14 * 2 * 3 * 4);
});

it('has any three of region, signal, choice and consent together also in half of the matrix', () => {
  const threesOf = (some: readonly Cell[]) =>
    new Set(
      some.flatMap(({ region, ...rest }) => {
        const all = Object.entries({ region: region.name, ...rest });
        return all.map((left) => JSON.stringify(all.filter((one) => one !== left)));
      }),
    );
  expect(halfOfCells).toHaveLength(cells.length / 2);
  expect(threesOf(halfOfCells)).toEqual(threesOf(cells));
});

it.each([
  ['with the built files', startBrowserPages],
  ['written on Node', startNodePages],
  ['written on Workers', startWorkerPages],
] as const)('pages %s show each of them what the table says', { timeout: minutes * 60_000 }, async (_where, start) => {
  const surface = await start(site);
  expect(await compare(browser, surface, visited)).toEqual([]);
  await surface.close();
});

it.skipIf(process.env['GEOLET_WORDPRESS'] === 'no')(
  'WordPress shows each of them what the table says',
  { timeout: minutes * 60_000 },
  async () => {
    const surface = await startWordPressPages(wordPressSite);
    try {
      expect(await compare(browser, surface, visited)).toEqual([]);
    } finally {
      await surface.close();
    }
  },
);
