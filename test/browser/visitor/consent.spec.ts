import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Page } from '@playwright/test';
import { pasted } from '../../support/ways-to-install.ts';
import { faults, scriptTag, type Site } from '../../support/site.ts';
import { databaseContent } from './database.ts';
import {
  afterRequests,
  asWritten,
  content,
  expect,
  expectText,
  holdRequests,
  inLyon,
  inOsaka,
  requestsFor,
  test,
} from './told.ts';
import { noteStorage } from './touched.ts';

const tag = '<script async src="/geolet.js" data-consent="required"></script>';
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const storedForTheVisit = (page: Page) => page.evaluate(() => Object.keys(sessionStorage));
const allow = (page: Page, granted: boolean) => page.evaluate((value) => geolet?.consent(value), granted);

/** Answers requests for the record. @returns when the first has come to the server, and when its connection is closed. */
function answerAndWatch(site: Site, answer: RequestListener) {
  const watched = new EventEmitter();
  site.geo = (request, response) => {
    response.once('close', () => watched.emit('closed'));
    answer(request, response);
    watched.emit('arrived');
  };
  return { arrived: once(watched, 'arrived'), closed: once(watched, 'closed') };
}

test('before the grant nothing is asked or stored, and two marks are read', async ({ page, site, told }) => {
  const touched = await noteStorage(page);
  for (const _view of [1, 2]) {
    await page.goto(site.page(content, { tag }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.evaluate(async () => geolet?.refresh());
    await expectText(page, asWritten);
    expect(new Set(await touched())).toEqual(new Set(['getItem geolet:preview', 'getItem geolet:consent']));
    expect(await databaseContent(page)).toBeUndefined();
    expect(await stored(page)).toEqual([]);
    expect(await storedForTheVisit(page)).toEqual([]);
    expect(await told()).toEqual(['geo-ready none']);
    await afterRequests(page);
  }
  expect(requestsFor('/geo', site)).toBe(0);
});

test('a grant asks, changes the page in place and holds on the next view', async ({ page, site, told }) => {
  await page.goto(site.page(content, { tag }));
  await expect.poll(() => told()).toEqual(['geo-ready none']);
  await allow(page, true);
  await allow(page, true);
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready none', 'geo-change network']);
  expect(await stored(page)).toEqual(['geolet:consent', `geolet:${site.url}/geo`]);
  await page.reload();
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready cache']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a grant before the script has come counts from the start', async ({ page, site, told }) => {
  await page.goto(
    site.page(content, {
      tag,
      head: '<script>window.geoletQueue = window.geoletQueue || []; geoletQueue.push((geo) => geo.consent(true))</script>',
    }),
  );
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
  expect(requestsFor('/geo', site)).toBe(1);
});

test('a grant whose lookup fails is told so', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  site.geo = (_request, response) => response.writeHead(404).end();
  await page.goto(site.page(content, { tag }));
  await expect.poll(() => told()).toEqual(['geo-ready none']);
  await allow(page, true);
  await expect.poll(() => told()).toEqual(['geo-ready none', 'geo-error http']);
});

for (const [name, geo, code] of [
  ['fails', faults.status(503), 'http'],
  ['may not be repeated', faults.status(404), 'http'],
] as const) {
  test(`a grant after a refusal asks at once, after a lookup that ${name} @rare`, async ({
    page,
    site,
    told,
    expectLines,
  }) => {
    expectLines(/\[geolet\] http: /, /Failed to load resource/);
    const fine = site.geo;
    site.geo = geo;
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual([`geo-error ${code}`, 'geo-ready none']);
    site.geo = fine;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await afterRequests(page);
    expect(await told()).toHaveLength(2);
    await allow(page, false);
    await allow(page, true);
    await expectText(page, inLyon);
  });
}

test('a refresh after a refusal and a new grant asks @rare', async ({ page, site }) => {
  const answers: (() => void)[] = [];
  await page.goto(site.page(content, { tag: scriptTag.replace('data-', 'data-timeout-ms="30000" data-') }));
  await expectText(page, inLyon);
  await page.route('**/geo', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.evaluate(() => void geolet?.refresh());
  await expect.poll(() => answers.length).toBe(1);
  await allow(page, false);
  await allow(page, true);
  // The grant itself asks.
  await expect.poll(() => answers.length).toBe(2);
  const followed = page.evaluate(async () => {
    await geolet?.refresh();
    return geolet?.visitor?.city;
  });
  await expect.poll(() => answers.length).toBe(3);
  for (const answer of answers) answer();
  expect(await followed).toBe('Lyon');
});

test.describe('a refusal', () => {
  test('puts the page back and leaves no trace', async ({ page, site, told }) => {
    await page.goto(site.page(content, { tag }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    const head = await page.evaluate(() => document.documentElement.outerHTML);
    await allow(page, true);
    await expectText(page, inLyon);
    await page.evaluate(() => geolet?.override('JP'));
    await expect.poll(() => stored(page)).toEqual(['geolet:choice', 'geolet:consent', `geolet:${site.url}/geo`]);
    await expect.poll(() => databaseContent(page)).not.toBeUndefined();

    await allow(page, false);
    await expectText(page, asWritten);
    expect(await told()).toEqual(['geo-ready none', 'geo-change network', 'geo-change choice', 'geo-change none']);
    expect(await stored(page)).toEqual([]);
    expect(await storedForTheVisit(page)).toEqual([]);
    await expect.poll(() => databaseContent(page)).toBeUndefined();
    expect(await page.evaluate(() => [geolet?.visitor?.countryCode, geolet?.visitor?.source])).toEqual([
      undefined,
      'none',
    ]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(head);

    await page.reload();
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    await expectText(page, asWritten);
    expect(requestsFor('/geo', site)).toBe(1);
  });

  for (const [what, asked] of [
    ['a lookup', tag],
    ['a request that the page has made early', tag.replace('required', 'granted') + pasted('ask')],
  ] as const) {
    test(`leaves nothing of ${what} in the browser's HTTP cache @rare`, async ({ page, site }) => {
      await page.goto(site.page(content, { tag: asked }));
      await allow(page, true);
      await expectText(page, inLyon);
      await allow(page, false);
      expect(requestsFor('/geo', site)).toBe(1);
      await page.evaluate(async () => (await fetch('/geo', { cache: 'force-cache' })).text());
      expect(requestsFor('/geo', site)).toBe(2);
    });
  }

  for (const [when, answer] of [
    ['without an answer', faults.hang],
    ['in the middle of its answer', faults.stall],
  ] as const) {
    test(`ends a request ${when}: the server sees the connection close @rare`, async ({ page, site, told }) => {
      const request = answerAndWatch(site, answer);
      await page.goto(site.page(content, { tag }));
      await expect.poll(() => told()).toEqual(['geo-ready none']);
      await allow(page, true);
      await request.arrived;
      await allow(page, false);
      await request.closed;
      await expectText(page, asWritten);
      expect(await told()).toEqual(['geo-ready none']);
      expect(await stored(page)).toEqual([]);
      // The grant had opened it to look for a record.
      await expect.poll(() => databaseContent(page)).toBeUndefined();
    });
  }

  test('ends a request that the page has made early @rare', async ({ page, site, told }) => {
    await holdRequests(page);
    const requested = page.waitForRequest('**/geo');
    await page.goto(site.page(content, { tag: scriptTag + pasted('ask') }));
    await requested;
    await page.waitForFunction(() => globalThis.geolet !== undefined);
    const ended = page.waitForEvent('requestfailed');
    await allow(page, false);
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expectText(page, asWritten);
    expect(await told()).toEqual(['geo-ready none']);
    expect(await stored(page)).toEqual([]);
    await expect.poll(() => databaseContent(page)).toBeUndefined();
  });

  test('counts where consent is not required too, for the page it is said on', async ({ page, site, told }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await allow(page, false);
    await expectText(page, asWritten);
    expect(await told()).toEqual(['geo-ready network', 'geo-change none']);
    expect(await stored(page)).toEqual([]);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.evaluate(async () => geolet?.refresh());
    await expectText(page, asWritten);
    await afterRequests(page);
    expect(requestsFor('/geo', site)).toBe(1);
    await allow(page, true);
    await expectText(page, inLyon);
  });

  test('wipes what was stored before consent was required', async ({ page, site }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await expect.poll(() => databaseContent(page)).not.toBeUndefined();
    await page.goto(site.page(content, { tag }));
    await expectText(page, asWritten);
    await allow(page, false);
    expect(await stored(page)).toEqual([]);
    await expect.poll(() => databaseContent(page)).toBeUndefined();
  });

  test('in another tab counts here at once', async ({ page, context, site, told }) => {
    await page.goto(site.page(content, { tag }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    await allow(page, true);
    await expectText(page, inLyon);
    const other = await context.newPage();
    await other.goto(site.url);
    await expectText(other, inLyon);
    expect(await storedForTheVisit(page)).toEqual(['geolet:returning']);
    await allow(other, false);
    await expectText(page, asWritten);
    expect(await stored(page)).toEqual([]);
    // Each tab has its own.
    expect(await storedForTheVisit(page)).toEqual([]);
    await expect.poll(() => databaseContent(page)).toBeUndefined();
  });
});

test('a withdrawal in another tab ends what a hidden page asks @rare', async ({ page, context, site, told }) => {
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'hidden', { value: true }));
  const request = answerAndWatch(site, faults.hang);
  await page.goto(site.page(content, { tag }));
  await expect.poll(() => told()).toEqual(['geo-ready none']);
  await allow(page, true);
  await request.arrived;
  const other = await context.newPage();
  await other.goto(site.url);
  await allow(other, false);
  await request.closed;
  await expectText(page, asWritten);
  expect(await stored(page)).toEqual([]);
  await expect.poll(() => databaseContent(page)).toBeUndefined();
});

test.describe('a choice without consent', () => {
  test('is followed on this page and stored nowhere', async ({ page, site, told }) => {
    await page.goto(site.page(content, { tag }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
    await expectText(page, inOsaka);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expectText(page, inOsaka);
    expect(await stored(page)).toEqual([]);
    await page.reload();
    await expectText(page, asWritten);
  });

  test('is remembered once consent is given', async ({ page, site, told }) => {
    await page.goto(site.page(content, { tag }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
    await allow(page, true);
    await expect.poll(() => stored(page)).toEqual(['geolet:choice', 'geolet:consent', `geolet:${site.url}/geo`]);
    await page.reload();
    await expectText(page, inOsaka);
    expect(await told()).toEqual(['geo-ready choice']);
  });
});

test('with storage off the grant lives as long as the page', async ({ page, site }) => {
  const both = '<script async src="/geolet.js" data-consent="required" data-storage="off"></script>';
  const touched = await noteStorage(page);
  await page.goto(site.page(content, { tag: both }));
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  await allow(page, true);
  await expectText(page, inLyon);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expectText(page, inLyon);
  expect(await touched()).toEqual([]);
  await page.reload();
  await expectText(page, asWritten);
});
