import type { Page } from '@playwright/test';
import { expect, visibleText } from '../support/test.ts';
import { requestsFor, test } from '../visitor/told.ts';

const markup = `<main>
<p data-geo-show="gpc" hidden>signal</p>
<p class="geo-show-usoptout" hidden>class</p>
<p data-geo-show="group: usoptout unknown" hidden>states</p>
<p data-geo-text="says {gpc}">nothing</p>
<p><geo-if gpc hidden>element<span slot="else" hidden>other</span></geo-if></p>
</main>`;

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('main'))).toBe(text);
}

const groupsOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.visitorGroups);
const who = (page: Page) => page.locator('geo-preview').getByLabel('Viewing as');
const inCalifornia = 'signal class states says yes element';

test('a page is that of a browser with the signal, in every place that asks for it', async ({ page, site }) => {
  await page.goto(`${site.page(markup)}?geo-as=US-CA;gpc`);
  await expectText(page, inCalifornia);
  expect(await groupsOf(page)).toBe('usoptout');
  expect(await page.evaluate(() => [geolet?.matches('gpc'), geolet?.matches('not-gpc')])).toEqual([true, false]);
  await expect(page.getByRole('region', { name: 'Preview of this page' })).toContainText('US-CA, gpc');
  expect(requestsFor('/geo', site)).toBe(0);
});

test('without it the page is that of any other browser', async ({ page, site }) => {
  await page.goto(`${site.page(markup)}?geo-as=US-CA`);
  await expectText(page, 'class states says no other');
  expect(await page.evaluate(() => geolet?.matches('gpc'))).toBe(false);
});

test('the signal stays when another place is chosen @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] offline/);
  await page.goto(`${site.page(markup)}?geo-as=US-CA;city:Fresno;gpc`);
  await expectText(page, inCalifornia);
  await who(page).selectOption({ label: 'Germany' });
  await expectText(page, 'signal says yes element');
  expect(page.url()).toBe(`${site.url}/?geo-as=DE;gpc`);
  await who(page).selectOption({ label: 'Somebody unknown' });
  await expectText(page, 'signal states says yes element');
  await who(page).selectOption({ label: 'No visitor data' });
  expect(page.url()).toBe(`${site.url}/?geo-as=offline;gpc`);
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('none');
  // Without a record a template stays as written.
  await expectText(page, 'signal states nothing element');
});

test('explain() says why a state is unknown to it, and what includes such visitors @rare', async ({ page, site }) => {
  await page.goto(`${site.page('<p data-geo-show="group: usoptout">states</p>')}?geo-as=US;gpc`);
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('preview');
  const words = await page.evaluate(() => geolet?.explain?.(document.querySelector('p') ?? undefined));
  expect(words).toContain('group: usoptout → unknown');
  expect(words).toContain('group: usoptout unknown includes visitors whose state is unknown');
});
