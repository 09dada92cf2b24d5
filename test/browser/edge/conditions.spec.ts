import { block } from '../money/support.ts';
import { expect, test } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

test('conditions with rules in a lazy file stay written until it has come @rare', async ({ page, site }) => {
  site.page(
    `<p><geo-if query="utm_source=mail"><template>A</template>no</geo-if> <b data-geo-text="B {city}" data-geo-when="query: utm_source=mail">no</b> <i data-geo-show="group: mail" class="x">C</i> <geo-if not-query="utm_source=ad"><template>D</template>no</geo-if> <u data-geo-show="query: utm_source=ad">no</u></p>`,
    { head: block({ groups: { mail: 'query: utm_source=mail' } }) },
  );
  const { url } = await site.front();
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const p = document.querySelector('p:has(u)');
      if (p instanceof HTMLElement && p.innerText !== frames.at(-1)) frames.push(p.innerText);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const release = await holdRequests(page, '**/geolet-conditions*');
  await page.goto(`${url}/?utm_source=mail`);
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  release();
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames)).toEqual(['A B Lyon C D']);
});
