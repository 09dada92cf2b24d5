import type { Page } from '@playwright/test';
import { visitors } from '../support/visitors.ts';
import { holdRequests } from '../browser/visitor/told.ts';
import { expect, settled, test, visibleText } from '../browser/support/test.ts';
import { clickThrough, growthOf } from './support/growth.ts';
import {
  bindingsByHand,
  bindingsOnLoad,
  fixtures,
  hydrate,
  renderedPage,
  scriptThatDoesNotRun,
  streamedPage,
} from './support/hydrated-page.ts';

/** What the shop reads, part by part. */
const read = (page: Page) => visibleText(page.locator('main'));
/** What the visitor in code says before it is known, and then. */
const customs = 'Customs may apply in your country.';
const customsInLyon = 'No customs.';
const customsInOsaka = 'Customs may apply in Japan.';
const asWritten = `Made to walk your city $149 Two days. From abroad. Hello you Counted 0 ${customs}`;
const elementsInLyon = `Made to walk Lyon €139 Two days. From abroad. Hello you Counted 0 ${customs}`;
const inLyon = elementsInLyon.replace(customs, customsInLyon);
const elementsInOsaka = `Made to walk Osaka ¥21,900 Five days. From Tokyo. Hello you Counted 0 ${customs}`;
const inOsaka = elementsInOsaka.replace(customs, customsInOsaka);
const allInLyon = 'Made to walk Lyon €139 Two days. From abroad. Hello France France, counted No customs.';
const osaka = { country: 'JP', city: 'Osaka' };

for (const fixture of fixtures) {
  test.describe(`${fixture.name}:`, () => {
    // Development builds advise to install a browser extension where they find none.
    test.beforeEach(({ page }) =>
      page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true })),
    );

    for (const [place, before, after] of [
      ['lyon', elementsInLyon, inLyon],
      ['osaka', elementsInOsaka, inOsaka],
    ] as const) {
      test(`elements that were answered in ${place} before hydration keep their values and nodes, without a word`, async ({
        page,
        site,
      }) => {
        site.visitor = visitors[place];
        await page.goto(await renderedPage(site, fixture, bindingsByHand));
        await settled(page);
        expect(await read(page)).toBe(before);
        const nodes = await page.evaluateHandle(() => [...document.querySelectorAll('main, main *')]);
        await hydrate(page, fixture);
        await expect.poll(() => read(page)).toBe(after);
        expect(await nodes.evaluate((nodes) => nodes.every((node) => node.isConnected))).toBe(true);
        await page.click('#count');
        await expect(page.locator('#counted')).toHaveText('Counted 1');
        expect(await read(page)).toContain(before.slice(0, 40));
      });
    }

    // This form has a script without `async` in its head. React takes the record before it for that script.
    if (fixture.form !== 'document')
      test('the price of a page that a server has written stays, also in structured data, without a word', async ({
        page,
        site,
      }) => {
        const { pathname } = new URL(await renderedPage(site, fixture, bindingsByHand));
        const { url } = await site.front({ markup: 'elements' });
        const offer = page.locator('[data-geo-offer]');
        // What is right before this file comes is right without the widget.
        const release = await holdRequests(page, '**/geolet-offer*');
        await page.goto(url + pathname);
        expect(await offer.textContent()).toContain('"price":"139","priceCurrency":"EUR"');
        const block = await offer.elementHandle();
        await hydrate(page, fixture);
        await expect.poll(() => read(page)).toBe(inLyon);
        expect(await offer.textContent()).toContain('"price":"139","priceCurrency":"EUR"');
        expect(await block?.evaluate((node) => node.isConnected)).toBe(true);
        release();
        await page.evaluate((osaka) => globalThis.geolet?.override(osaka), osaka);
        await expect.poll(() => offer.textContent()).toContain('"price":"21900","priceCurrency":"JPY"');
        await page.evaluate(() => globalThis.geolet?.override('unknown'));
        await expect.poll(() => offer.textContent()).toContain('"price":"149.00","priceCurrency":"USD"');
      });

    test('elements that are answered after hydration follow, and the visitor in code with them', async ({
      page,
      site,
    }) => {
      const release = await holdRequests(page);
      await page.goto(await renderedPage(site, fixture, bindingsByHand));
      await hydrate(page, fixture);
      expect(await read(page)).toBe(asWritten);
      release();
      await expect.poll(() => read(page)).toBe(inLyon);
      await page.evaluate((osaka) => globalThis.geolet?.override(osaka), osaka);
      await expect.poll(() => read(page)).toBe(inOsaka);
      await page.evaluate(() => globalThis.geolet?.override('unknown'));
      await expect.poll(() => read(page)).toBe(asWritten);
    });

    test('a price in several text nodes counts only for the variant of which it is', async ({ page, site }) => {
      await page.goto(await renderedPage(site, fixture, bindingsByHand));
      await hydrate(page, fixture);
      await settled(page);
      await page.evaluate(() => globalThis.geolet?.scan());
      const price = page.locator('#variant');
      for (const shown of ['from €139', 'from $159', 'from €139', 'from $159']) {
        await expect(price).toHaveText(shown);
        await page.click('#count');
      }
      await page.evaluate(() => globalThis.geolet?.override('US'));
      await expect(price).toHaveText('from $149');
      await page.click('#count');
      await expect(price).toHaveText('from $159');
    });

    test('bindings="load" writes once the page has loaded and hydrated, and again when a render has written', async ({
      page,
      site,
    }) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      site.file(
        '/late.gif',
        (_request, response) =>
          void held.then(() =>
            response
              .writeHead(200, { 'content-type': 'image/svg+xml' })
              .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          ),
      );
      // Holds the `load` event, as pictures do.
      await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (new Image().src = '/late.gif')));
      await page.goto(await renderedPage(site, fixture, bindingsOnLoad), { waitUntil: 'commit' });
      await hydrate(page, fixture);
      await settled(page);
      expect(await read(page)).toBe(inLyon);
      release();
      await expect.poll(() => read(page)).toBe(allInLyon);
      for (const times of [1, 2, 3, 4, 5, 6, 7, 8]) {
        await page.click('#count');
        await expect(page.locator('#count')).toHaveText(String(times));
        await expect(page.locator('#counted')).toHaveText('France, counted');
      }
      await expect(page.locator('#bound')).toHaveText('Hello France');
      await page.evaluate(() => globalThis.geolet?.override('unknown'));
      await expect(page.locator('#bound')).toHaveText('Hello you');
      await expect(page.locator('#counted')).toHaveText('Counted 8');
    });

    test('what is rendered later is right, also templates, and what is rendered again', async ({ page, site }) => {
      await page.goto(await renderedPage(site, fixture, bindingsByHand));
      await settled(page);
      await hydrate(page, fixture);
      await page.click('#count');
      await expect.poll(() => read(page)).toContain('From abroad. Lazily yes. Hello you');
      for (const times of [1, 2, 3]) {
        await page.click('#leave');
        await expect(page.locator('main'), `away the ${times}. time`).toHaveText('Elsewhere.');
        await page.click('#leave');
        await expect
          .poll(() => read(page))
          .toBe('Made to walk Lyon €139 Two days. From abroad. Lazily yes. Hello you Counted 1 No customs.');
      }
      await page.evaluate((osaka) => globalThis.geolet?.override(osaka), osaka);
      await expect
        .poll(() => read(page))
        .toBe(
          'Made to walk Osaka ¥21,900 Five days. From Tokyo. Lazily as written. Hello you Counted 1 Customs may apply in Japan.',
        );
    });

    test('a condition in code is answered again when it changes, and when the visitor does', async ({ page, site }) => {
      await page.goto(await renderedPage(site, fixture, bindingsByHand));
      await settled(page);
      const answer = page.locator('#answer');
      await expect(answer).toHaveText('undefined');
      await hydrate(page, fixture);
      await expect(answer).toHaveText('true');
      await page.click('#count');
      await expect(answer).toHaveText('false');
      await page.evaluate((osaka) => globalThis.geolet?.override(osaka), osaka);
      await expect(answer).toHaveText('true');
      await page.evaluate(() => globalThis.geolet?.override('unknown'));
      await expect(answer).toHaveText('undefined');
    });

    test('a price in code is asked again when its list changes, and when the visitor does', async ({ page, site }) => {
      await page.goto(await renderedPage(site, fixture, bindingsByHand));
      await settled(page);
      const price = page.locator('#price');
      await expect(price).toHaveText('undefined');
      await hydrate(page, fixture);
      await expect(price).toHaveText('139');
      await page.click('#count');
      await expect(price).toHaveText('45');
      await page.evaluate((osaka) => globalThis.geolet?.override(osaka), osaka);
      await expect(price, 'the price that the page is written with').toHaveText('49');
      await page.evaluate(() => globalThis.geolet?.reset());
      await expect(price).toHaveText('45');
    });

    test('without Geolet the visitor in code is unknown, and an element with its name is not taken for it', async ({
      page,
      site,
    }) => {
      await page.goto(await renderedPage(site, fixture, scriptThatDoesNotRun));
      await hydrate(page, fixture);
      await page.click('#count');
      await expect(page.locator('#counted')).toHaveText('Counted 1');
      await expect(page.locator('#answer')).toHaveText('undefined');
      await expect(page.locator('main')).toContainText(customs);
    });

    if (fixture.mode === 'production')
      test('a thousand times mounted and unmounted, nothing is left behind', async ({ page, site }) => {
        await page.goto(await renderedPage(site, fixture, bindingsByHand));
        await settled(page);
        await hydrate(page, fixture);
        await page.evaluate(() => globalThis.geolet?.scan());
        await page.click('#count');
        const growth = await growthOf(page, () => clickThrough(page, '#leave', 1000));
        expect(growth.nodes).toBeLessThan(200);
        expect(growth.listeners).toBeLessThan(20);
        expect(growth.heapBytes).toBeLessThan(1_000_000);
        await expect
          .poll(() => read(page))
          .toBe('Made to walk Lyon €139 Two days. From abroad. Lazily yes. Hello France France, counted No customs.');
      });
  });
}

for (const [name, mismatch] of [
  ['React', /^uncaught: Minified React error #418/],
  ['Vue', /^error: Hydration completed but contains mismatches/],
] as const) {
  test(`bindings that write before ${name} hydrates are a mismatch to it, and the page ends right all the same`, async ({
    page,
    site,
    expectLines,
  }) => {
    expectLines(mismatch);
    const fixture = fixtures.find((fixture) => fixture.name === name);
    if (!fixture) throw new Error(`there is no fixture of ${name}`);
    await page.goto(await renderedPage(site, fixture));
    await settled(page);
    expect(await read(page)).toBe(allInLyon.replace(customsInLyon, customs));
    await hydrate(page, fixture);
    await expect.poll(() => read(page)).toBe(allInLyon);
  });
}

for (const mode of ['development', 'production'] as const) {
  test(`what React streams late is right before it hydrates and after, without a word: ${mode} build`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true }));
    site.visitor = visitors.lyon;
    let letGo = () => {};
    await page.goto(await streamedPage(site, mode, new Promise<void>((resolve) => (letGo = resolve))), {
      waitUntil: 'commit',
    });
    await hydrate(page, { name: 'React', framework: 'react', mode, form: 'streamed' });
    await expect.poll(() => read(page)).toBe('Made to walk Lyon Soon.');
    letGo();
    await expect.poll(() => read(page)).toBe('Made to walk Lyon €139 By post: Two days. 0');
    const price = await page.locator('geo-currency').elementHandle();
    await expect(async () => {
      await page.click('#count');
      expect(await page.textContent('#count')).not.toBe('0');
    }).toPass();
    expect(await price?.evaluate((node) => node.isConnected)).toBe(true);
    expect(await read(page)).toContain('Made to walk Lyon €139 By post: Two days.');
  });
}
