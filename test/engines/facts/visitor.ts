import { equal, ok } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dist, faults, scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import type { Facts } from '../fact.ts';
import type { Page } from '../page.ts';

const shop = `
  <h1><geo-text template="Shoes for {city}">Shoes for you</geo-text></h1>
  <p><geo-currency prices="USD 49, EUR 45, JPY 6900">$49</geo-currency></p>
  <p data-geo-text="Hello {country}">Hello</p>`;

const asWritten = 'Shoes for you $49 Hello';
const fromLyon = 'Shoes for Lyon €45 Hello France';
const fromOsaka = 'Shoes for Osaka ¥6,900 Hello Japan';

/** `geo-ready` may be this much later than its budget on a busy machine. */
const latenessMs = 1000;

export const visitorFacts: Facts = {
  async 'a first visit from Lyon shows euros, after one lookup'(page) {
    await page.open(shop);
    equal(await page.text(), fromLyon);
    equal(page.lookups, 1);
  },
  async 'the record is not in the HTTP cache of the browser, where nobody could wipe it'(page) {
    await page.open(shop);
    await page.run(async () => (await fetch('/geo', { cache: 'force-cache' })).text());
    equal(page.lookups, 2);
  },
  async 'a first visit from Osaka shows yen'(page) {
    page.site.visitor = visitors.osaka;
    await page.open(shop);
    equal(await page.text(), fromOsaka);
  },
  async 'a repeat visit asks nothing and shows the same'(page) {
    await page.open(shop);
    page.site.visitor = visitors.osaka;
    await page.open(shop);
    equal(await page.text(), fromLyon);
    equal(page.lookups, 1);
  },
  async 'IndexedDB keeps the record over a reload that finds nothing else'(page) {
    await page.open(shop);
    equal(await page.run(storedRecords), 1);
    await page.run(() => localStorage.clear());
    page.site.geo = faults.hang;
    await page.open(shop);
    equal(await page.text(), fromLyon);
    equal(await page.run(() => globalThis.geolet?.visitor?.source), 'cache');
  },
  async 'a choice and its end are followed without a reload'(page) {
    await page.open(shop);
    await page.run(() => document.body.setAttribute('data-same-page', ''));
    equal(await page.run(() => globalThis.geolet?.override('JP')), true);
    equal(await page.text(), 'Shoes for you ¥6,900 Hello Japan');
    await page.run(() => globalThis.geolet?.reset());
    equal(await page.text('[data-same-page]'), fromLyon);
    equal(page.lookups, 1);
  },
  async 'nothing is asked and nothing is stored before consent, and a grant is remembered'(page) {
    const tag = scriptTag.replace('async', 'async data-consent="required"');
    await page.open(shop, { tag });
    equal(await page.text(), asWritten);
    equal(page.lookups, 0);
    equal(await page.run(async () => localStorage.length + (await indexedDB.databases()).length), 0);
    await page.run(() => globalThis.geolet?.consent(true));
    await page.waitFor(() => globalThis.geolet?.visitor?.source === 'network');
    equal(await page.text(), fromLyon);
    await page.open(shop, { tag });
    equal(await page.text(), fromLyon);
    equal(page.lookups, 1);
  },
  async 'a second script tag changes nothing'(page) {
    await page.open(shop, { tag: scriptTag + scriptTag });
    equal(await page.text(), fromLyon);
    equal(page.lookups, 1);
  },
  'a proxy that hangs up leaves the page as written, with geo-ready in time': {
    prints: /^\[geolet\] network/,
    async prove(page) {
      page.site.geo = faults.reset;
      await page.open(shop);
      equal(await page.text(), asWritten);
      await readyWithin(page, 2000);
    },
  },
  'where nothing of the site can be had any more, geo-ready comes without waiting for the budget': {
    prints: /^\[geolet\] network/,
    async prove(page) {
      page.site.geo = faults.reset;
      for (const name of readdirSync(dist).filter((file) => file.startsWith('geolet-retry.')))
        page.site.file(`/${name}`, faults.reset);
      await page.open(shop, { tag: scriptTag.replace('async', 'async data-timeout-ms="20000"') });
      equal(await page.text(), asWritten);
      await readyWithin(page, 5000);
    },
  },
  'a proxy that never answers leaves the page as written, with geo-ready in time': {
    prints: /^\[geolet\] timeout/,
    async prove(page) {
      page.site.geo = faults.hang;
      await page.open(shop, { tag: scriptTag.replace('async', 'async data-timeout-ms="500"') });
      equal(await page.text(), asWritten);
      await readyWithin(page, 500);
    },
  },
};

async function readyWithin(page: Page, budgetMs: number): Promise<void> {
  const tookMs = await page.run(() => globalThis.seen.readyMs - globalThis.seen.startMs);
  ok(tookMs > 0 && tookMs < budgetMs + latenessMs, `geo-ready came after ${tookMs} ms of ${budgetMs}`);
}

/** Resolves once Geolet's own write, which nothing waits for, is through: a later transaction sees it. */
function storedRecords(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('geolet');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('records', 'readwrite').objectStore('records').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}
