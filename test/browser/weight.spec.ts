import type { Page, Response } from '@playwright/test';
import { compress } from '../../scripts/compress.ts';
import { type Budget, fileBudgets, weighedPages } from '../support/weights.ts';
import { answer } from './elements/support.ts';
import { expect, open, test } from './support/test.ts';

/** The widget's files that a page asks for, by their names without hashes: bytes of brotli 11, and 0 for what is no script. */
async function weigh(page: Page, url: string): Promise<Map<string, number>> {
  const responses: Response[] = [];
  page.on('response', (response) => void responses.push(response));
  await open(page, url);
  await page.waitForLoadState('networkidle');
  const weights = new Map<string, number>();
  for (const response of responses) {
    const path = new URL(response.url()).pathname;
    const isScript = response.request().resourceType() === 'script';
    const body = isScript ? await response.body() : Buffer.of();
    const name = path.slice(1).replace(/(\.[\w-]+)?\.js$/, '');
    if (isScript || path.startsWith('/geolet-')) weights.set(name, isScript ? compress(body).length : 0);
  }
  return weights;
}

function expectWithin(weight: number, { limit, ceiling = 0 }: Budget, name: string): void {
  expect(weight, `${name}: bytes`).toBeLessThanOrEqual(Math.max(limit, ceiling));
  if (ceiling) expect(weight, `${name} is within its limit: its ceiling can go`).toBeGreaterThan(limit);
}

for (const { name, body, files, budget, record } of weighedPages) {
  test(`a page with ${name} asks for ${['geolet.js', ...files].join(', ')} and keeps to their budgets`, async ({
    page,
    site,
  }) => {
    if (record) answer(site, record);
    const weights = await weigh(page, site.page(body));
    expect([...weights.keys()].sort()).toEqual(['geolet', ...files].sort());
    for (const [file, weight] of weights) {
      const own = fileBudgets[file];
      if (own) expectWithin(weight, own, file);
    }
    const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (budget) expectWithin(whole, budget, name);
    test.info().annotations.push({
      type: 'bytes',
      description: `${[...weights].map(([file, weight]) => `${file} ${weight}`).join(', ')}: ${whole}`,
    });
  });
}

// Its first line, or V8 does not heed it: https://v8.dev/blog/explicit-compile-hints.
test('geolet.js asks to be compiled as a whole while it arrives, and the elements do not', async ({ page, site }) => {
  const firstLines = new Map<string, string | undefined>();
  page.on('response', async (response) => {
    const name = /\/(geolet(-elements)?)\b[^/]*\.js$/.exec(response.url())?.[1];
    if (name) firstLines.set(name, (await response.text()).split('\n')[0]);
  });
  await open(page, site.page('<geo-if country="FR">A</geo-if>'));
  await expect.poll(() => [...firstLines.keys()].sort()).toEqual(['geolet', 'geolet-elements']);
  expect(firstLines.get('geolet')).toBe('//# allFunctionsCalledOnLoad');
  expect(firstLines.get('geolet-elements')).not.toContain('allFunctionsCalledOnLoad');
});
