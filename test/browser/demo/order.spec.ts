import type { Page } from '@playwright/test';
import { demoVisitors, otherVisitors, yourself } from '../../../demo/visitors.ts';
import { expect, visibleText } from '../support/test.ts';
import { test, visitAs } from './support.ts';

/** `GEOLET_SEED=… npx playwright test test/browser/demo/order.spec.ts` walks as a run that failed did. */
const seed = Number(process.env.GEOLET_SEED) || 1 + Math.floor(Math.random() * 1_000_000);

/** What the page says of each visitor once all is done: in the bar, and in the headline. */
const endings = new Map([
  ...demoVisitors.map(
    ({ id, label }) => [id, [new RegExp(`^Seen from ${withoutAccents(label)}, `), withoutAccents(label)]] as const,
  ),
  ...[yourself, ...otherVisitors].map(
    ({ id }) => [id, [/^(No answer: the page as written|Location unknown)$/, 'your city']] as const,
  ),
]);

test('every visitor is read right after every other @release', async ({ page, demo, expectLines }) => {
  test.setTimeout(240_000);
  expectLines(/50[23]/, /\[geolet\] http/, /\[geolet\] timeout/);
  await page.clock.install();
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/^Seen from/);
  const walk = ['down', 'slow', 'lyon', ...walkOfAllPairs([...endings.keys()], 'lyon')];
  for (const [index, id] of walk.entries()) {
    const [says, city] = endings.get(id) ?? [/^$/, ''];
    const step = `${walk.slice(Math.max(0, index - 2), index + 1).join(', then ')} (GEOLET_SEED=${seed})`;
    const asked = (
      id === 'slow'
        ? page.waitForRequest('**/geo', { timeout: 15_000 })
        : page.waitForResponse('**/geo', { timeout: 15_000 })
    ).catch(() => undefined);
    const said = pick(page, id);
    expect(await asked, `${step} asks`).toBeDefined();
    // Neither the page's own two seconds nor its pauses between retries are waited for; the minute before a page asks again by itself is not passed either.
    if (id === 'slow' || id === 'down') await page.clock.fastForward(2000);
    expect(await said, step).toMatch(says);
    expect(await visibleText(page.locator('#headline .city')), step).toBe(city);
  }
});

test('a visitor is read right after consent was withdrawn meanwhile @rare', async ({ page, demo, expectLines }) => {
  expectLines();
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/^Seen from/);
  const asked = page.waitForRequest('**/geo');
  // By a script, also behind "More": the page waits for two seconds only.
  await page.evaluate(() => document.querySelector<HTMLInputElement>('#visit-choices input[value="slow"]')?.click());
  await asked;
  await page.locator('[data-action="withdraw"]').click();
  await visitAs(page, 'lyon', /^Seen from Lyon/);
});

/** By a script of the page's own kind, since what a hand does in between takes seven times as long. @returns what the bar says at the end. */
function pick(page: Page, id: string): Promise<string | null> {
  return page.evaluate(async (value) => {
    const status = document.getElementById('visit-status');
    document.querySelector<HTMLInputElement>(`#visit-choices input[value="${value}"]`)?.click();
    await new Promise<void>((resolve) => {
      const look = () => status?.hasAttribute('data-busy') || resolve();
      if (status) new MutationObserver(look).observe(status, { attributes: true });
      look();
    });
    return status?.textContent ?? null;
  }, id);
}

/** A walk in which each follows each other one once, in random order (Hierholzer). It begins behind `start`, and ends there. */
function walkOfAllPairs(ids: readonly string[], start: string): string[] {
  let state = seed;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const left = new Map(ids.map((id) => [id, ids.filter((other) => other !== id)]));
  const path = [start];
  const walk: string[] = [];
  while (path.length) {
    const next = left.get(path.at(-1) ?? '') ?? [];
    if (next.length) path.push(...next.splice(random(next.length), 1));
    else walk.unshift(path.pop() ?? '');
  }
  return walk.slice(1);
}

function withoutAccents(label: string): string {
  return label.normalize('NFD').replace(/\p{M}/gu, '');
}
