import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { createDemoServer } from '../../../demo/server.ts';
import { expect, test as base } from '../support/test.ts';
import { listen } from '../../support/loopback.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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

/** What axe has to say about the page as it stands. It is not the page's own script: only a page made with `bypassCSP` lets it in. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axe });
  // Colours on their way are neither the one nor the other.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe?: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return axe
      ? (await axe.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 80)).join(', ')}`,
        )
      : ['axe did not load'];
  });
}

export async function visitAs(page: Page, id: string, says: RegExp): Promise<void> {
  const chip = page.locator(`#visit-choices .chip:has(input[value="${id}"])`);
  if (!(await chip.isVisible())) await page.locator('#more summary').click();
  await chip.click();
  await page.locator('#more').evaluate((more) => more.removeAttribute('open'));
  await expect(page.locator('#visit-status:not([data-busy])')).toHaveText(says);
}
