import type { Page } from '@playwright/test';
import { createDemoServer } from '../../../demo/server.ts';
import { expect, test as base } from '../support/test.ts';
import { listen } from '../../support/loopback.ts';

export const test = base.extend<{ demo: { url: string; log: string[] } }>({
  // With motion the page shows two cities by turns, until it is touched: tour.spec.ts.
  contextOptions: { reducedMotion: 'reduce' },
  demo: async ({}, use) => {
    const log: string[] = [];
    const server = createDemoServer({
      upstream: process.env.GEOLET_TEST_UPSTREAM ?? '',
      key: process.env.GEOLET_TEST_KEY ?? '',
      log: (line) => log.push(line),
    });
    await use({ url: await listen(server), log });
    server.close();
    server.closeAllConnections();
  },
});

export async function visitAs(page: Page, id: string, says: RegExp): Promise<void> {
  const chip = page.locator(`#visit-choices .chip:has(input[value="${id}"])`);
  if (!(await chip.isVisible())) await page.locator('#more summary').click();
  await chip.click();
  await page.locator('#more').evaluate((more) => more.removeAttribute('open'));
  await expect(page.locator('#visit-status:not([data-busy])')).toHaveText(says);
}
