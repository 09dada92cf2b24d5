import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { stopClock } from '../support/clock.ts';
import {
  afterRequests,
  asWritten,
  content,
  countRequests,
  expect,
  expectText,
  holdRequests,
  inLyon,
  inOsaka,
  requestsFor,
  test,
  eachRow,
} from './told.ts';

/** Writes down for how long the page's timers are set. */
async function noteWaits(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const real = setTimeout;
    const waits: number[] = [];
    Reflect.set(globalThis, Symbol.for('waits'), waits);
    globalThis.setTimeout = Object.assign(
      (callback: () => void, ms?: number) => (waits.push(ms ?? 0), real(callback, ms)),
      real,
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('waits')) as number[]);
}

for (const [name, geo] of [
  ['never answers', faults.hang],
  ['stalls in the middle of its answer', faults.stall],
] as const) {
  test(`geo-ready comes at the end of the budget when the proxy ${name}`, async ({ page, site, told, expectLines }) => {
    expectLines(/^warning: \[geolet\] timeout: .*\/geo 2000 ms/);
    site.geo = geo;
    await stopClock(page);
    const requested = page.waitForRequest('**/geo');
    await page.goto(site.page(content));
    await requested;
    await page.clock.runFor(1999);
    expect(await told()).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
    await expectText(page, asWritten);
    await page.clock.runFor(60_000);
    expect(await told()).toHaveLength(2);
    expect(requestsFor('/geo', site)).toBe(1);
  });
}

test("the budget is the owner's to set", async ({ page, site, told, expectLines }) => {
  expectLines(/timeout: .*\/geo 300 ms/);
  site.geo = faults.hang;
  await stopClock(page);
  await page.goto(site.page(content, { tag: '<script async src="/geolet.js" data-timeout-ms="300"></script>' }));
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  await page.clock.runFor(300);
  await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
});

test('a late answer changes the page in place, and the next view has it', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  const answer = await holdRequests(page);
  await page.clock.install();
  const requested = page.waitForRequest('**/geo');
  await page.goto(site.page(content));
  await requested;
  await page.clock.fastForward(2001);
  await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
  answer();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-error timeout', 'geo-ready none', 'geo-change network']);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a proxy that comes back between two tries is used', async ({ page, site, told, expectLines }) => {
  expectLines(/Failed to load resource.*503/);
  site.geo = (request, response) => {
    site.geo = undefined;
    faults.status(503)(request, response);
  };
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
  expect(requestsFor('/geo', site)).toBe(2);
});

test('tries are spread by chance and grow apart @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] http: 503/, /Failed to load resource/);
  site.geo = faults.status(503);
  const waits = await noteWaits(page);
  for (const [chance, expected] of [
    [0, [300, 600]],
    [0.9, [435, 870]],
  ] as const) {
    await page.addInitScript((value) => (Math.random = () => value), chance);
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
    // What takes no time is no wait between two tries, and 250 ms are for the proxy's own sentence.
    expect((await waits()).filter((ms) => ![0, 250, 1000, 2000].includes(ms))).toEqual(expected);
  }
});

test.describe('Retry-After of a limited visitor @rare', () => {
  test('is waited for where it is short, behind a page that is ready', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] rate-limited/, /Failed to load resource.*429/);
    site.geo = (request, response) => {
      site.geo = undefined;
      faults.status(429, { 'retry-after': '3' })(request, response);
    };
    await page.addInitScript(() => (Math.random = () => 0));
    await stopClock(page);
    const waits = await noteWaits(page);
    const count = countRequests(page);
    await page.goto(site.page(content));
    await expect.poll(waits).toContain(3000);
    await page.clock.runFor(2000);
    await expect.poll(() => told()).toEqual(['geo-error rate-limited', 'geo-ready none']);
    await page.clock.runFor(999);
    expect(count()).toBe(1);
    await page.clock.runFor(1);
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-error rate-limited', 'geo-ready none', 'geo-change network']);
  });

  test('of nothing is a second', async ({ page, site, expectLines }) => {
    expectLines(/Failed to load resource.*429/);
    const count = countRequests(page);
    site.geo = (request, response) => {
      site.geo = undefined;
      faults.status(429, { 'retry-after': '0' })(request, response);
    };
    await page.addInitScript(() => (Math.random = () => 0.1));
    await stopClock(page);
    const waits = await noteWaits(page);
    await page.goto(site.page(content));
    await expect.poll(waits).toContain(1050);
    await page.clock.runFor(1049);
    expect(count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(count).toBe(2);
    await expectText(page, inLyon);
  });

  test('is not waited for on this page where it is long or unclear', async ({ page, told, expectLines, lines }) => {
    const rows = [
      '6',
      '3600',
      '1000000000',
      '-1',
      'soon',
      '',
      'Wed, 21 Oct 2099 07:28:00 GMT',
      'Wed, 21 Oct 2015 07:28:00 GMT',
    ];
    await eachRow(rows, page, async (value, site) => {
      lines.length = 0;

      expectLines(/\[geolet\] rate-limited/, /Failed to load resource.*429/);
      site.geo = faults.status(429, { 'retry-after': value });
      await page.clock.install();
      await page.goto(site.page(content));
      await expect.poll(() => told()).toEqual(['geo-error rate-limited', 'geo-ready none']);
      await page.clock.runFor(50_000);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await afterRequests(page);
      await expectText(page, asWritten);
      expect(requestsFor('/geo', site)).toBe(1);
    });
  });

  test('of a proxy that is being repaired is honoured too', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] http: 503/, /Failed to load resource.*503/);
    site.geo = faults.status(503, { 'retry-after': '120' });
    await page.clock.install();
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
    expect(requestsFor('/geo', site)).toBe(1);
    site.geo = undefined;
    await page.clock.runFor(119_000);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await afterRequests(page);
    expect(requestsFor('/geo', site)).toBe(1);
    await page.clock.runFor(2000);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectText(page, inLyon);
  });
});

test('many elements and bindings are one request', async ({ page, site }) => {
  const many = content.repeat(50);
  await page.goto(site.page(many));
  await expectText(page, Array(50).fill(inLyon).join(' '));
  expect(requestsFor('/geo', site)).toBe(1);
});

test.describe('a page that nobody sees @rare', () => {
  test('asks again once it is seen', async ({ page, site, told, expectLines }) => {
    expectLines(/\[geolet\] http: 503/, /Failed to load resource/);
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'hidden', {
        get: () => !Reflect.get(globalThis, Symbol.for('seen')),
        configurable: true,
      }),
    );
    site.geo = faults.status(503);
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
    expect(requestsFor('/geo', site)).toBe(1);
    site.geo = undefined;
    await page.evaluate(() => {
      Reflect.set(globalThis, Symbol.for('seen'), true);
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await expectText(page, inLyon);
    expect(requestsFor('/geo', site)).toBe(2);
  });

  test('of a day ago refreshes once when it is seen, and not when it is still fresh', async ({ page, site }) => {
    await page.clock.install();
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    const seen = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await seen();
    await afterRequests(page);
    expect(requestsFor('/geo', site)).toBe(1);
    await page.clock.fastForward(25 * 3_600_000);
    site.visitor = visitors.osaka;
    await seen();
    await seen();
    await expectText(page, inOsaka);
    await seen();
    await afterRequests(page);
    expect(requestsFor('/geo', site)).toBe(2);
  });
});

test('a browser without a connection @rare is told so after one try, and follows once it is back', async ({
  page,
  context,
  site,
  told,
  expectLines,
}) => {
  expectLines(/\[geolet\] offline: TypeError/, /ERR_INTERNET_DISCONNECTED/);
  const count = countRequests(page);
  await page.route('**/geo', async (route) => {
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await page.goto(site.page('<h1 data-geo-text="Hello {country}">Hello you</h1>'));
  await expect.poll(() => told()).toEqual(['geo-error offline', 'geo-ready none']);
  await expectText(page, 'Hello you');
  expect(count()).toBe(1);
  await page.unroute('**/geo');
  await context.setOffline(false);
  await expectText(page, 'Hello France');
  expect(await told()).toEqual(['geo-error offline', 'geo-ready none', 'geo-change network']);
  expect(count()).toBe(2);
});
