import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
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

const day = 24 * 3_600_000;
const restored = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test.describe('a page that comes back from the back/forward cache', () => {
  test('asks nothing while the record is fresh, and is told nothing again', async ({ page, site, told }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await restored(page);
    await restored(page);
    await afterRequests(page);
    expect(await told()).toEqual(['geo-ready network']);
    expect(requestsFor('/geo', site)).toBe(1);
  });

  test('refreshes a stale record once', async ({ page, site, told }) => {
    await page.clock.install();
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await page.clock.fastForward(2 * day);
    site.visitor = visitors.osaka;
    await restored(page);
    await restored(page);
    await expectText(page, inOsaka);
    await afterRequests(page);
    expect(await told()).toEqual(['geo-ready network', 'geo-change network']);
    expect(requestsFor('/geo', site)).toBe(2);
  });

  test('follows what the visitor has chosen meanwhile', async ({ page, context, site, told }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    const next = await context.newPage();
    await next.goto(site.url);
    await expectText(next, inLyon);
    await next.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
    await restored(page);
    await expectText(page, inOsaka);
    expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
    expect(requestsFor('/geo', site)).toBe(1);
  });
});

test.describe('a page that is prerendered', () => {
  const prerendered = (page: Page) =>
    page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'prerendering', { value: true, configurable: true }),
    );

  test('asks nothing and is told nothing, whatever is said, until it is seen', async ({ page, site, told }) => {
    await prerendered(page);
    await page.goto(site.page(content, { tag: '<script async src="/geolet.js" data-consent="required"></script>' }));
    await page.waitForFunction(() => globalThis.geolet !== undefined);
    await page.evaluate(() => geolet?.consent(true));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await afterRequests(page);
    expect(requestsFor('/geo', site)).toBe(0);
    expect(await told()).toEqual([]);
    await page.evaluate(() => {
      Object.defineProperty(Document.prototype, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
    expect(requestsFor('/geo', site)).toBe(1);
  });
});

test('a navigation in the middle of a lookup is not an error @rare', async ({ page, site }) => {
  const requested = page.waitForRequest('**/geo');
  site.geo = faults.hang;
  await page.goto(site.page(content));
  await requested;
  await page.goto(site.page('Elsewhere', { path: '/other', tag: '' }));
  await expectText(page, 'Elsewhere');
});

test('a page that was open for days refreshes once, however many things wake it @rare', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.clock.fastForward(3 * day);
  site.visitor = visitors.osaka;
  await page.evaluate(() => {
    for (const type of ['online', 'pageshow', 'visibilitychange']) dispatchEvent(new Event(type));
  });
  await expectText(page, inOsaka);
  await afterRequests(page);
  expect(requestsFor('/geo', site)).toBe(2);
});

test('a record in another language of the browser is told anew @rare', async ({ page, site }) => {
  await page.goto(site.page('<p data-geo-text="Language {language}">Language</p>'));
  await expectText(page, 'Language American English');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'language', { value: 'de-AT' });
    dispatchEvent(new Event('languagechange'));
  });
  await expectText(page, 'Language Austrian German');
});

test.describe('html[data-visitor-…] says', () => {
  const attributes = (page: Page) =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.documentElement.attributes]
          .filter(({ name }) => name.startsWith('data-visitor-'))
          .map(({ name, value }) => [name.slice(13), value]),
      ),
    );

  test('that nothing is known yet, then what is known', async ({ page, site }) => {
    const answer = await holdRequests(page);
    await page.goto(site.page(content));
    await page.waitForFunction(() => globalThis.geolet !== undefined);
    expect(await attributes(page)).toEqual({ status: 'pending' });
    answer();
    await expectText(page, inLyon);
    expect(await attributes(page)).toEqual({
      status: 'ready',
      country: 'FR',
      state: 'FR-ARA',
      continent: 'EU',
      currency: 'EUR',
      eu: 'yes',
      groups: 'eu eea gdpr',
    });
  });

  test('what was chosen, and after a reset what was looked up', async ({ page, site }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await page.evaluate(() => geolet?.override('US-CA'));
    expect(await attributes(page)).toEqual({
      status: 'override',
      country: 'US',
      state: 'US-CA',
      continent: 'NA',
      currency: 'USD',
      eu: 'no',
      groups: 'usoptout',
    });
    await page.evaluate(() => geolet?.override('unknown'));
    expect(await attributes(page)).toEqual({ status: 'override' });
    await page.evaluate(() => geolet?.reset());
    expect(await attributes(page)).toMatchObject({ status: 'ready', country: 'FR' });
  });

  test('that a choice was made although it is what was looked up', async ({ page, site }) => {
    site.geo = faults.body('{"city":"Lyon"}');
    await page.goto(site.page(content));
    await page.waitForFunction(() => globalThis.geolet?.visitor);
    await page.evaluate(() => geolet?.override({ city: 'Lyon' }));
    expect(await attributes(page)).toEqual({ status: 'override' });
  });

  test('nothing without consent', async ({ page, site, told }) => {
    await page.goto(site.page(content, { tag: '<script async src="/geolet.js" data-consent="required"></script>' }));
    await expect.poll(() => told()).toEqual(['geo-ready none']);
    expect(await attributes(page)).toEqual({ status: 'fallback' });
  });
});

test.describe('destroy', () => {
  const own =
    '<!doctype html><html lang="en" class="own" data-visitor-theme="dark"><head><title>Test</title><link rel="icon" href="data:,"></head><body>';

  test('leaves the page as it was', async ({ page, site }) => {
    await page.goto(site.page(own + content, { path: '/plain' }));
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    await page.goto(site.page(`${own}${content}<script src="/geolet.js"></script>`));
    await expectText(page, inLyon);
    await page.evaluate(() => geolet?.override('JP'));
    await page.evaluate(() => geolet?.destroy());
    await expectText(page, asWritten);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(
      before.replace('</body>', '<script src="/geolet.js"></script></body>'),
    );
  });

  test('ends every listener and request, and nothing that is said after it acts', async ({ page, site, told }) => {
    await page.addInitScript(() => {
      const live = new Set<string>();
      Reflect.set(globalThis, Symbol.for('live'), live);
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        const signal = typeof options === 'object' ? options.signal : undefined;
        if ((this === globalThis || this === document) && new Error('').stack?.includes('/geolet')) {
          live.add(type);
          if (signal) addEventListener.call(signal, 'abort', () => live.delete(type));
        }
        return addEventListener.call(this, type, listener, options);
      };
    });
    const live = () => page.evaluate(() => [...(Reflect.get(globalThis, Symbol.for('live')) as Set<string>)]);
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    expect(await live()).toContain('online');
    // These would keep the page out of the back/forward cache.
    expect((await live()).filter((type) => /unload/.test(type))).toEqual([]);
    await page.evaluate(() => geolet?.destroy());
    expect(await live()).toEqual([]);
    await page.evaluate(async () => {
      for (const type of ['online', 'pageshow', 'visibilitychange', 'languagechange']) dispatchEvent(new Event(type));
      geolet?.reset();
      geolet?.scan();
      geolet?.consent(false);
      geolet?.consent(true);
      await geolet?.refresh();
      await geolet?.override('JP');
    });
    await afterRequests(page);
    await expectText(page, asWritten);
    expect(await page.evaluate(() => document.documentElement.outerHTML.includes('data-visitor'))).toBe(false);
    await expect(page.locator('[role=status]')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('geolet:choice'))).toBe(null);
    expect(await told()).toEqual(['geo-ready network']);
    expect(requestsFor('/geo', site)).toBe(1);
  });
});
