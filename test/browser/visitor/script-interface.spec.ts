import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { asWritten, content, expect, expectText, holdRequests, inLyon, requestsFor, test } from './told.ts';

/** A list that callbacks of the page push onto. */
const heard = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown[]);
const queue = (callbacks: string) =>
  `<script>heard = []; window.geoletQueue = window.geoletQueue || []; geoletQueue.push(${callbacks})</script>`;

test('nothing is answered before geo-ready, and everything from then on', async ({ page, site, expectLines }) => {
  expectLines(/kept-back: postal/);
  const answer = await holdRequests(page);
  await page.goto(site.page(content));
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  expect(
    await page.evaluate(() => [geolet?.matches('country: FR'), geolet?.matches('country: unknown'), geolet?.visitor]),
  ).toEqual([undefined, undefined, undefined]);
  await expectText(page, asWritten);
  answer();
  await page.evaluate(() => geolet?.ready);
  expect(
    await page.evaluate(() => [
      geolet?.matches('country: FR'),
      geolet?.matches('country: JP'),
      geolet?.matches({ country: ['DE', 'FR'], eu: true }),
      geolet?.matches('postal: 75*'),
    ]),
  ).toEqual([true, false, true, undefined]);
});

test('after a failure what asks for the unknown is answered', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  site.geo = faults.status(404);
  await page.goto(site.page(content));
  await page.waitForFunction(() => globalThis.geolet?.visitor);
  expect(
    await page.evaluate(() => [
      geolet?.matches('country: FR'),
      geolet?.matches('country: FR unknown'),
      geolet?.matches('country: *'),
    ]),
  ).toEqual([undefined, true, false]);
});

test('ready resolves to the visitor, also for those who ask late', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await page.evaluate(async () => (await geolet?.ready)?.countryCode)).toBe('FR');
});

test('ready resolves to nothing after a failure and an early end @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/);
  site.geo = faults.status(404);
  await page.goto(site.page(content));
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  expect(await page.evaluate(() => geolet?.ready)).toBeUndefined();
  await holdRequests(page);
  await page.reload();
  await page.waitForFunction(() => globalThis.geolet !== undefined);
  expect(await page.evaluate(() => (geolet?.destroy(), geolet?.ready))).toBeUndefined();
});

test('a refresh that nobody answers ends with the budget @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] timeout/);
  await page.clock.install();
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  site.geo = faults.hang;
  const requested = page.waitForRequest('**/geo');
  const ended = page.evaluate(() => geolet?.refresh());
  await requested;
  await page.clock.fastForward(2001);
  await ended;
  expect(await told()).toEqual(['geo-ready network', 'geo-error timeout']);
  await expectText(page, inLyon);
});

test('the visitor is frozen and says how old it is and where it came from', async ({ page, site }) => {
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(
    await page.evaluate(() => [
      Object.isFrozen(geolet?.visitor),
      geolet?.visitor?.age,
      geolet?.visitor?.source,
      geolet?.visitor?.currentPage,
    ]),
  ).toEqual([true, 0, 'network', `${site.url}/`]);
  await page.goto(`${site.url}/?secret=1#part`);
  await expectText(page, inLyon);
  expect(await page.evaluate(() => [geolet?.visitor?.source, geolet?.visitor?.currentPage])).toEqual([
    'cache',
    `${site.url}/`,
  ]);
});

test.describe('the queue', () => {
  test('runs before geo-ready, so that its listeners miss nothing, on every view', async ({ page, site }) => {
    const head = queue(
      "(geo) => { heard.push(geo === geolet, geo.visitor); document.addEventListener('geo-ready', ({ source }) => heard.push(source, geolet.matches('country: FR'))) }",
    );
    for (const source of ['network', 'cache']) {
      await page.goto(site.page(content, { head }));
      await expect.poll(() => heard(page)).toEqual([true, undefined, source, true]);
    }
  });

  test('runs what is pushed after load at once', async ({ page, site }) => {
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    expect(
      await page.evaluate(
        () => new Promise((resolve) => geoletQueue?.push((geo) => resolve(geo.visitor?.countryCode))),
      ),
    ).toBe('FR');
  });

  test('goes on after a callback that throws its own error', async ({ page, site, expectLines }) => {
    expectLines(/^uncaught: the page's own/);
    await page.goto(
      site.page(content, {
        head: queue("() => { throw new Error('the page\\'s own') }, 42, (geo) => heard.push(geo.version)"),
      }),
    );
    await expectText(page, inLyon);
    expect(await heard(page)).toEqual([expect.stringMatching(/^\d/)]);
    expectLines(/^uncaught: the page's own/, /^uncaught: .*not a function/);
  });

  test('may choose, reset and scan before anything has started @rare', async ({ page, site, told }) => {
    await page.goto(
      site.page(content, {
        head: queue('(geo) => { geo.reset(); geo.scan(); geo.refresh(); geo.matches("country: FR"); }'),
      }),
    );
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
  });

  test('that is no list is replaced @rare', async ({ page, site }) => {
    await page.goto(site.page(content, { head: '<script>geoletQueue = "nonsense"</script>' }));
    await expectText(page, inLyon);
    expect(await page.evaluate(() => typeof geoletQueue?.push)).toBe('function');
  });
});

test('a listener that throws stops neither the others nor us', async ({ page, site, told, expectLines }) => {
  expectLines(/^uncaught: the page's own/);
  await page.goto(
    site.page(content, {
      head: "<script>document.addEventListener('geo-ready', () => { throw new Error('the page\\'s own') }); document.addEventListener('geo-ready', () => { heard = ['second'] })</script>",
    }),
  );
  await expectText(page, inLyon);
  expect(await heard(page)).toEqual(['second']);
  expect(await told()).toEqual(['geo-ready network']);
});

test('nonsense is answered with nothing, and never thrown @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] /);
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  const answers = await page.evaluate(async () => {
    const geo = geolet as unknown as Record<string, (value?: unknown) => unknown>;
    const results: unknown[] = [];
    for (const value of [undefined, null, 42, '', {}, [], () => {}, Symbol('x'), 'nonsense', { country: null }]) {
      results.push(geo.matches?.(value), await geo.override?.(value), await geo.refresh?.(value));
    }
    results.push(
      await geo.override?.({
        get country(): string {
          throw new Error('mine');
        },
      }),
    );
    return results;
  });
  expect(answers.filter((answer) => answer !== undefined && answer !== false)).toEqual([]);
  expect((await told()).filter((event) => !event.startsWith('geo-error'))).toEqual(['geo-ready network']);
  await expectText(page, inLyon);
  expect(requestsFor('/geo', site)).toBeGreaterThan(1);
});

test('of what is no part of the page nothing is bound, and nothing is thrown @rare', async ({ page, site }) => {
  await page.goto(site.page(`${content}<iframe srcdoc="<p data-geo-text='in {city}'>here</p>"></iframe>`));
  await expectText(page, inLyon);
  const frame = page.frameLocator('iframe').locator('p');
  await expect(frame).toHaveText('here');
  await page.evaluate(() => {
    const scan = geolet?.scan as unknown as (part: unknown) => void;
    for (const part of [
      null,
      42,
      '',
      {},
      [],
      Symbol('x'),
      window,
      document.createTextNode('x'),
      document.querySelector('p')?.attributes[0],
      document.querySelector('iframe')?.contentDocument,
    ])
      scan(part);
  });
  await page.evaluate(() => geolet?.override('JP'));
  await page.evaluate(() => geolet?.reset());
  await expect(frame).toHaveText('here');
  await expectText(page, inLyon);
});

test('elements that are only in a shadow root come when it is handed to scan @rare', async ({ page, site }) => {
  await page.goto(site.page('<div id="host"></div>'));
  await page.waitForFunction(() => globalThis.geolet?.visitor);
  await page.evaluate((html) => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = html;
    geolet?.scan(root);
  }, content);
  await expectText(page, inLyon);
});

test('a page that finds the answer in the cache has window.geolet when it is told @rare', async ({ page, site }) => {
  const head =
    "<script>heard = []; document.addEventListener('geo-ready', () => heard.push(geolet.matches('country: FR'), geolet.visitor.source))</script>";
  await page.goto(site.page(content, { head }));
  await expect.poll(() => heard(page)).toEqual([true, 'network']);
  await page.reload();
  await expect.poll(() => heard(page)).toEqual([true, 'cache']);
});
