import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { stopClock } from '../support/clock.ts';
import { databaseContent, writeDatabase } from './database.ts';
import { asWritten, content, expect, expectText, inLyon, inOsaka, requestsFor, test } from './told.ts';
import { noteStorage } from './touched.ts';

const hour = 3_600_000;
const osaka = { countryCode: 'JP', countryName: 'Japan', city: 'Osaka' };

/** Stands for a browser without a working `localStorage`, so that only the database is left. */
function refuseMirror(page: Page): Promise<unknown> {
  return page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
      configurable: true,
    }),
  );
}

test.describe('the page has its answer, in silence and without waiting, where @rare', () => {
  const refusals: [string, () => void][] = [
    [
      'there is no indexedDB',
      () => void Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true }),
    ],
    [
      'looking at indexedDB throws',
      () =>
        void Object.defineProperty(globalThis, 'indexedDB', {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
          configurable: true,
        }),
    ],
    [
      'opening the database throws',
      () =>
        void (IDBFactory.prototype.open = () => {
          throw new DOMException('refused', 'SecurityError');
        }),
    ],
    [
      'opening the database fails later',
      () => {
        IDBFactory.prototype.open = () => {
          const opening = {
            error: new DOMException('Internal error opening backing store', 'UnknownError'),
            onerror() {},
          };
          setTimeout(() => opening.onerror());
          return opening as unknown as IDBOpenDBRequest;
        };
      },
    ],
    [
      'opening the database never ends',
      () => void (IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest),
    ],
    [
      'every transaction throws',
      () =>
        void (IDBDatabase.prototype.transaction = () => {
          throw new DOMException('The database connection is closing.', 'InvalidStateError');
        }),
    ],
    [
      'a value cannot be cloned',
      () =>
        void (IDBObjectStore.prototype.put = () => {
          throw new DOMException('could not be cloned', 'DataCloneError');
        }),
    ],
    [
      'writing to localStorage throws',
      () =>
        void (Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        }),
    ],
    [
      'reading localStorage throws',
      () =>
        void (Storage.prototype.getItem = () => {
          throw new DOMException('refused', 'SecurityError');
        }),
    ],
    [
      'looking at localStorage throws',
      () =>
        void Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
          configurable: true,
        }),
    ],
    [
      'localStorage is null',
      () => void Object.defineProperty(globalThis, 'localStorage', { value: null, configurable: true }),
    ],
  ];
  for (const [name, refuse] of refusals) {
    test(name, async ({ page, site, told }) => {
      await page.addInitScript(refuse);
      for (const view of [1, 2]) {
        await page.goto(site.page(content));
        await expectText(page, inLyon);
        expect(await told()).toEqual([expect.stringMatching(/^geo-ready (network|cache)$/)]);
        expect(requestsFor('/geo', site)).toBeLessThanOrEqual(view);
      }
    });
  }
});

test('a choice is kept on the page where nothing can be stored', async ({ page, site, told }) => {
  await page.addInitScript(
    () =>
      void (Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  );
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.evaluate(() => geolet?.override('JP'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
  expect(await page.evaluate(() => geolet?.visitor?.countryCode)).toBe('JP');
});

test('a database that never opens does not hold up geo-ready @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout: .*400 ms/);
  await page.addInitScript(() => void (IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest));
  site.geo = faults.hang;
  await stopClock(page);
  await page.goto(site.page(content, { tag: scriptTag.replace('async', 'async data-timeout-ms="400"') }));
  await page.clock.runFor(399);
  expect(await told()).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => told()).toEqual(['geo-error timeout', 'geo-ready none']);
});

test('a deletion that another tab holds up does not hold up the page @rare', async ({ page, context, site, told }) => {
  await refuseMirror(page);
  const other = await context.newPage();
  await other.goto(site.page('Other', { path: '/other', tag: '' }));
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('geolet', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('records'));
        opening.addEventListener('success', () =>
          indexedDB.deleteDatabase('geolet').addEventListener('blocked', () => resolve()),
        );
      }),
  );
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
});

test('a newer version in another tab is not held up by this one @rare', async ({ page, context, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await expect.poll(() => databaseContent(page)).not.toBeUndefined();
  const other = await context.newPage();
  await other.goto(site.page('Other', { path: '/other', tag: '' }));
  await writeDatabase(other, { version: 2, store: 'newer' });
});

test('what a newer version has stored is overwritten, as in any cache @rare', async ({ page, site, told }) => {
  await refuseMirror(page);
  await page.goto(site.page('First', { path: '/first', tag: '' }));
  await writeDatabase(page, { version: 5, key: `${site.url}/geo`, value: { version: 2, other: true } });
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
  await expect.poll(() => databaseContent(page)).toMatchObject({ [`${site.url}/geo`]: { version: 1 } });
});

test('a database without our store ends in memory @rare', async ({ page, site, told }) => {
  await refuseMirror(page);
  await page.goto(site.page('First', { path: '/first', tag: '' }));
  await writeDatabase(page, { store: 'other' });
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
});

test.describe('what a cache holds is checked, and overwritten where it is @rare', () => {
  const broken: [string, unknown][] = [
    ['a word', 'corrupt'],
    ['nothing', null],
    ['a list', [1, 2]],
    ['without a stamp', { version: 1, record: osaka }],
    ['stamped with a word', { version: 1, time: 'now', record: osaka }],
    ['stamped with no number', { version: 1, time: Number.NaN, record: osaka }],
    ['of another version', { version: 2, time: 0, record: osaka }],
    ['without a record', { version: 1, time: 0 }],
    ['with a record that is a list', { version: 1, time: 0, record: [osaka] }],
  ];
  for (const [name, value] of broken) {
    test(name, async ({ page, site, told }) => {
      const key = `${site.url}/geo`;
      await page.goto(site.page('First', { path: '/first', tag: '' }));
      const now = await page.evaluate(() => Date.now());
      const stamped =
        value instanceof Object && 'time' in value && value.time === 0
          ? Object.assign({}, value, { time: now })
          : value;
      await writeDatabase(page, { key, value: stamped });
      await page.evaluate(([key, text]) => localStorage.setItem(`geolet:${key}`, text), [
        key,
        JSON.stringify(stamped),
      ] as const);
      await page.goto(site.page(content));
      await expectText(page, inLyon);
      expect(await told()).toEqual(['geo-ready network']);
      const written = { version: 1, time: expect.any(Number), record: expect.objectContaining({ countryCode: 'FR' }) };
      await expect.poll(() => databaseContent(page)).toEqual({ [key]: written });
      expect(
        await page.evaluate((key) => JSON.parse(localStorage.getItem(`geolet:${key}`) ?? 'null') as unknown, key),
      ).toEqual(written);
    });
  }

  test('cut off', async ({ page, site, told }) => {
    await page.goto(site.page('First', { path: '/first', tag: '' }));
    await page.evaluate((key) => localStorage.setItem(key, '{"version":1,"time":1,"rec'), `geolet:${site.url}/geo`);
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
  });
});

test('a cached record that somebody tampered with is text, field by field @rare', async ({ page, site }) => {
  await page.goto(site.page('First', { path: '/first', tag: '' }));
  const record = {
    ...osaka,
    city: '<img src=x onerror=alert(1)>',
    countryName: { evil: true },
    isEU: 'yes',
    __proto__: { currencyCode: 'XTS' },
  };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `geolet:${site.url}/geo`,
    JSON.stringify({ version: 1, time: Date.now(), record }),
  ] as const);
  await page.goto(site.page(content));
  await expectText(page, 'Hello Japan Shoes for <img src=x onerror=alert(1)> Five days.');
  expect(
    await page.evaluate(() => [geolet?.visitor?.countryName, geolet?.visitor?.isEU, geolet?.visitor?.currencyCode]),
  ).toEqual([undefined, undefined, undefined]);
});

test('a full disk keeps the record that is there @rare', async ({ page, site, told }) => {
  await page.clock.install();
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await expect.poll(() => databaseContent(page)).not.toBeUndefined();
  const before = await databaseContent(page);
  // A full disk aborts the transaction after the value was taken.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      const putting = put.call(this, value, key);
      putting.addEventListener('success', () => this.transaction.abort());
      return putting;
    };
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.clock.fastForward(25 * hour);
  await page.reload();
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.source)).toBe('network');
  expect(await told()).toEqual(['geo-ready cache']);
  expect(await databaseContent(page)).toEqual(before);
});

test('site data that is cleared while the page is open is written again by the next answer', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  // What is still being written would come after the clearing.
  await expect.poll(() => databaseContent(page)).not.toBeUndefined();
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes: 'all' });
  expect(await databaseContent(page)).toBeUndefined();
  await page.evaluate(() => geolet?.refresh());
  await expect.poll(() => databaseContent(page)).toEqual({ [`${site.url}/geo`]: expect.anything() });
});

test('storage that is off is neither read nor written', async ({ page, site, told }) => {
  const url = site.page(content, { tag: '<script async src="/geolet.js" data-storage="off"></script>' });
  const touched = await noteStorage(page);
  for (const view of [1, 2]) {
    await page.goto(url);
    await expectText(page, inLyon);
    await page.evaluate(() => geolet?.override('JP'));
    expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
    expect(await touched()).toEqual([]);
    expect(requestsFor('/geo', site)).toBe(view);
  }
});

test('a record too old to use is not shown when the proxy is down', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  await page.clock.install();
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  await page.clock.setSystemTime(Date.now() + 31 * 24 * hour);
  site.geo = faults.status(404);
  await page.reload();
  await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
  await expectText(page, asWritten);
});

test('a visitor who moves is seen to have moved within the time that a record is fresh', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  site.geo = faults.body(JSON.stringify(osaka));
  await page.reload();
  await expectText(page, inLyon);
  await page.clock.fastForward(24 * hour);
  await page.reload();
  await expectText(page, inOsaka);
});
