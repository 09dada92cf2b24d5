import type { Page } from '@playwright/test';
import { holdRequests } from '../visitor/told.ts';
import { expect, test, visibleText } from '../support/test.ts';

const body =
  '<p><b data-geo-text="Hello {country}">Hello you</b> <geo-currency prices="USD 149, EUR 139, JPY 21900">$149</geo-currency> <geo-if country="JP"><template>Five days</template>Two days</geo-if></p>';
const inJapan = 'Hello Japan ¥21,900 Five days';

/** What each frame shows, without repetitions. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const root = document.documentElement;
      const p = document.querySelector('p');
      if (p) {
        const shown = `${root.dataset['visitorCountry']} ${p.innerText} ${p.querySelector('b')?.offsetWidth} ${p.offsetHeight} ${p.querySelector('geo-currency')?.getBoundingClientRect().width}`;
        if (shown !== frames.at(-1)) frames.push(shown);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const framesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);

test('the page of a link is taken over without a change, however late its files are @rare', async ({ page, site }) => {
  site.page(body);
  const { url } = await site.front();
  await watch(page);
  const release = await holdRequests(page, '**/geolet-{link,countries}*');
  await page.goto(`${url}/?geo-choice=JP`);
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  release();
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('link');
  await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
  expect(await visibleText(page.locator('p'))).toBe(inJapan);
  expect(await framesOf(page)).toHaveLength(1);
});
