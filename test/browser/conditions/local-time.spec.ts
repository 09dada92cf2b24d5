import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { be } from '../elements/support.ts';

test.use({ timezoneId: 'Europe/Paris' });

const html = `<main>
  <geo-if local-time="mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed">Call us <i slot="else" hidden>Write to us</i></geo-if> ¦
  <geo-if local-time="fri-sun" hidden>Weekend</geo-if> ¦
  <geo-if local-time="12-24..12-26; 2026-12-31" hidden>Holidays</geo-if> ¦
  <geo-if not-local-time="22:00-06:00" hidden>Day</geo-if> ¦
  <b data-geo-show="local-time: mon-fri 17:30-23:00" hidden>Evening</b>
</main>`;

async function openAt(page: Page, url: string, time: string): Promise<void> {
  await page.clock.install({ time });
  await open(page, url);
  // The file that answers it is there.
  await page.waitForFunction(() => globalThis.geolet?.matches('local-time: 00:00-24:00'));
}

const text = (page: Page) => visibleText(page.locator('main'));

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('local-time is the browser’s, whatever the record says', async ({ page, site }) => {
    await openAt(page, site.page(html), '2026-11-24T08:00:00Z');
    await expect.poll(() => text(page)).toBe('Write to us ¦ ¦ ¦ ¦');
    expect(await page.evaluate(() => globalThis.geolet?.visitor?.timezone)).toBe('Europe/Paris');
  });
});

test('the page follows the clock over a change, in its minute, and tells of it', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'told', []);
    for (const type of ['geo-match', 'geo-unmatch'])
      document.addEventListener(type, (event) => (Reflect.get(window, 'told') as unknown[]).push(event.type));
  });
  const markup =
    '<main><geo-if local-time="mon-fri 09:00-17:30">Call us <i slot="else" hidden>Write to us</i></geo-if></main>';
  await openAt(page, site.page(markup), '2026-11-24T16:28:10Z');
  await expect.poll(() => text(page)).toBe('Call us');
  await page.clock.pauseAt('2026-11-24T16:28:50Z');
  await page.clock.runFor(60_000);
  expect(await text(page)).toBe('Call us');
  await page.clock.runFor(11_000);
  await expect.poll(() => text(page)).toBe('Write to us');
  await page.clock.pauseAt('2026-11-25T07:59:30Z');
  await page.clock.runFor(31_000);
  await expect.poll(() => text(page)).toBe('Call us');
  expect(await page.evaluate(() => Reflect.get(window, 'told') as unknown)).toEqual([
    'geo-match',
    'geo-unmatch',
    'geo-match',
  ]);
});

test('a hidden tab does not follow, and is right when it is seen again @rare', async ({ page, site }) => {
  await openAt(page, site.page(html), '2026-11-24T16:28:10Z');
  await expect.poll(() => text(page)).toMatch(/^Call us/);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(Document.prototype, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  await hide(true);
  await page.clock.pauseAt('2026-11-24T16:28:50Z');
  await page.clock.runFor(600_000);
  expect(await text(page)).toMatch(/^Call us/);
  await hide(false);
  await expect.poll(() => text(page)).toMatch(/^Write to us/);
  await page.clock.pauseAt('2026-11-25T07:59:30Z');
  await page.clock.runFor(31_000);
  await expect.poll(() => text(page)).toMatch(/^Call us/);
});

test('a visitor’s own choice leaves their clock alone @rare', async ({ page, site }) => {
  await openAt(page, site.page(html), '2026-11-24T08:00:00Z');
  await be(page, 'JP');
  await expect.poll(() => text(page)).toBe('Call us ¦ ¦ ¦ Day ¦');
});

test('without a record local-time is unknown', async ({ page, site, expectLines }) => {
  expectLines(/404/, /\[geolet\] http/);
  site.geo = faults.status(404);
  await page.clock.install({ time: '2026-11-25T22:00:00Z' });
  await open(page, site.page(html));
  expect(await text(page)).toBe('Call us ¦ ¦ ¦ ¦');
});

test('a schedule that cannot be read is named once @rare', async ({ page, expectLines, lines }) => {
  const rows = ['Mo-Fr 9-17', '9-17', '25:00-26:00', 'mon–fri'];
  await eachRow(rows, page, async (hours, site) => {
    lines.length = 0;

    expectLines(/unusable-value: <geo-if local-time=/);
    await open(page, site.page(`<main><geo-if local-time="${hours}">A <i slot="else" hidden>B</i></geo-if></main>`));
    await expect.poll(() => lines.length).toBe(1);
    await page.evaluate(() => globalThis.geolet?.refresh());
    expect(await text(page)).toBe('A');
    expect(lines).toHaveLength(1);
  });
});
