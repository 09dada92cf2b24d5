import type { Page } from '@playwright/test';
import { inPieces } from '../../support/first-frame.ts';
import { scriptTag } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

/** A Tuesday, 11:14 in Lisbon and 12:14 in Paris. */
const now = Date.parse('2026-11-24T11:14:15Z');
const standard = {
  days: 'FR: 1-2, eu: 2-4, *: 5-9',
  cutoff: '14:00',
  timezone: 'Europe/Lisbon',
  template: 'Delivered {from} to {to}',
};
const body =
  '<p><geo-delivery plan="standard">Ships in 5 to 9 days</geo-delivery>, and we pay the duties.</p><p>Free returns.</p>';

const clock = Date.now;

/** Of the server and of the browser. */
async function setTime(page: Page, timeMs: number): Promise<void> {
  Date.now = () => timeMs;
  await page.clock.setFixedTime(timeMs);
}

test.beforeEach(async ({ page, site }) => {
  await setTime(page, now);
  site.page(body, { head: block({ delivery: { standard } }), tag: scriptTag });
});
test.afterEach(() => {
  Date.now = clock;
});

/** What each frame shows and how much has moved by then, without repetitions. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const frames: string[] = [];
    const shifts: number[] = [];
    Object.assign(globalThis, { frames, shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const element = document.querySelector('geo-delivery');
      const shown = element && (element.shadowRoot?.querySelector('[part=value]') ?? element).textContent;
      if (shown && shown !== frames.at(-1)) frames.push(shown);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const framesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);
const shiftOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
const defined = (page: Page) =>
  page.evaluate(async () => {
    await customElements.whenDefined('geo-delivery');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

test.describe('a visitor whose clock is that of their address @rare', () => {
  test.use({ timezoneId: 'Europe/Paris' });

  test('reads the dates from the first frame on, and nothing moves at the take-over', async ({ page, site }) => {
    const { url } = await site.front();
    await watch(page);
    await page.goto(url);
    await defined(page);
    expect(await framesOf(page)).toEqual(['Delivered tomorrow to Thu, Nov 26']);
    expect(await shiftOf(page)).toBe(0);
    await page.evaluate(() => geolet?.consent(false));
    await expect.poll(() => visibleText(page.locator('geo-delivery'))).toBe('Ships in 5 to 9 days');
  });

  test('reads them in a template beside a plan, until something else is chosen', async ({ page, site }) => {
    const rules = [{ select: '#free', delivery: 'standard', text: 'By {delivery-to|noon}' }];
    const text = '<b data-geo-delivery="standard" data-geo-text="By {delivery-weekday|noon}">Soon</b>';
    site.page(`<p>${text} <i id="free">Free</i></p>`, { head: block({ delivery: { standard }, rules }) });
    const { url } = await site.front();
    await page.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(globalThis, { frames });
      const look = () => {
        const shown = document.querySelector('p')?.innerText;
        if (shown && shown !== frames.at(-1)) frames.push(shown);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const release = await holdRequests(page, '**/geolet-dates*');
    await page.goto(url);
    await page.waitForLoadState('load');
    release();
    await expect.poll(() => page.locator('[data-geolet-was]').count()).toBe(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await framesOf(page)).toEqual(['By Thursday By Thu, Nov 26']);
    await page.evaluate(() => geolet?.consent(false));
    await expect.poll(() => page.locator('p').innerText()).toBe('Soon Free');
  });

  test('gets the server’s text in elements that come after the widget’s file', async ({ page, site }) => {
    const { url } = await site.front();
    const element = '<geo-delivery plan="standard">Ships in 5 to 9 days</geo-delivery>';
    let send = (_piece: string) => {};
    site.file('/slow', (request, response) => {
      const head = `<title>Shop</title>${block({ delivery: { standard } })}${scriptTag}`;
      inPieces([`<!doctype html><html lang="en"><head>${head}</head><body>${element}<i></i>`], 1e6)(request, response);
      send = (piece) => response.end(piece);
    });
    const file = page.waitForResponse('**/geolet-delivery*');
    await page.goto(`${url}/slow`, { waitUntil: 'commit' });
    await (await file).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    send(`<main>${element}</main>`);
    await defined(page);
    expect(await page.locator('geo-delivery template').count()).toBe(0);
    expect(await visibleText(page.locator('main'))).toBe('Delivered tomorrow to Thu, Nov 26');
  });

  test('reads the words for everybody first where at most an hour is left', async ({ page, site }) => {
    await setTime(page, Date.parse('2026-11-24T13:00:00Z'));
    const { url } = await site.front();
    await watch(page);
    await page.goto(url);
    await expect.poll(() => framesOf(page)).toEqual(['Ships in 5 to 9 days', 'Delivered tomorrow to Thu, Nov 26']);
  });
});

test.describe('a visitor whose clock is in another zone than their address @rare', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('reads their own day once the widget is there, after that of their address', async ({ page, site }) => {
    const { url } = await site.front();
    await watch(page);
    await page.goto(url);
    await defined(page);
    // It is Wednesday there, at 01:14.
    await expect
      .poll(() => framesOf(page))
      .toEqual(['Delivered tomorrow to Thu, Nov 26', 'Delivered today to tomorrow']);
  });
});

test('with scripts off, the dates are there too @rare', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { url } = await site.front();
  await page.goto(url);
  await expect(page.locator('geo-delivery')).toContainText('Delivered tomorrow to Thu, Nov 26');
  await context.close();
});
