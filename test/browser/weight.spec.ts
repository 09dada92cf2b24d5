import { readdirSync, readFileSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import { compress } from '../../scripts/compress.ts';
import { dist, scriptTag } from '../support/site.ts';
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

for (const { name, body, loader = 'geolet', files, record } of weighedPages) {
  test(`a page with ${name} asks for ${[`${loader}.js`, ...files].join(', ')} and keeps to their budgets`, async ({
    page,
    site,
    expectLines,
  }) => {
    if (loader !== 'geolet' && files.length) expectLines(/late-elements/);
    if (record) answer(site, record);
    const weights = await weigh(page, site.page(body, { tag: scriptTag.replace('geolet', loader) }));
    expect([...weights.keys()].sort()).toEqual([loader, ...files].sort());
    for (const [file, weight] of weights) {
      const own = fileBudgets[file];
      if (own) expectWithin(weight, own, file);
    }
    const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    test.info().annotations.push({
      type: 'bytes',
      description: `${[...weights].map(([file, weight]) => `${file} ${weight}`).join(', ')}: ${whole}`,
    });
  });
}

// Its first line, or V8 does not heed it: https://v8.dev/blog/explicit-compile-hints.
test('the loaders ask to be compiled as a whole while they arrive, and the elements do not', () => {
  const firstLineOf = (pattern: RegExp) =>
    readFileSync(`${dist}/${readdirSync(dist).find((name) => pattern.test(name))}`, 'utf8').split('\n')[0];
  expect(firstLineOf(/^geolet\.js$/)).toBe('//# allFunctionsCalledOnLoad');
  expect(firstLineOf(/^geolet-bindings\.js$/)).toBe('//# allFunctionsCalledOnLoad');
  expect(firstLineOf(/^geolet-elements\.[\w-]+\.js$/)).not.toContain('allFunctionsCalledOnLoad');
});
