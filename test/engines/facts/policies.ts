import { equal } from 'node:assert/strict';
import { scriptTag } from '../../support/site.ts';
import type { Facts } from '../fact.ts';
import { type Page, witness } from '../page.ts';

const nonce = 'dGhlIHBhZ2Uncw';

/** Something of everything: both files, a choice, a cloned template, and an element that is hidden by CSSOM. */
const everything = `
  <h1><geo-text template="Shoes for {city}">Shoes for you</geo-text></h1>
  <p><geo-currency prices="USD 49, EUR 45, JPY 6900">$49</geo-currency></p>
  <geo-if country="FR"><template>Livraison <b>rapide</b></template>Slow<b slot="else" hidden>Elsewhere</b></geo-if>
  <geo-switch><geo-case country="JP" hidden>Tokyo</geo-case>Anywhere</geo-switch>
  <p data-geo-text="Hello {country}" data-geo-class="in-{country}">Hello</p>
  <p data-geo-hide="country: FR">Not here</p>`;

const list = 'USD 149, EUR 139.50, IN: USD 99';
const structuredData = `<script type="application/ld+json" data-geo-offer="${list}">{"@type":"Offer","price":"149","priceCurrency":"USD"}</script>
  <p itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><b itemprop="price">149</b></p>`;

/** What a search engine reads: in the block, and in microdata. */
function said(prices: string): boolean {
  const { price, priceCurrency } = JSON.parse(document.querySelector('[type$=json]')?.textContent ?? '');
  const currency = document.querySelector('meta[itemprop]')?.getAttribute('content');
  return `${price} ${priceCurrency}, ${document.querySelector('b')?.textContent} ${currency}` === prices;
}

export const policyFacts: Facts = {
  "everything works under nonce, 'strict-dynamic' and style-src 'none', and no policy is violated": (page) =>
    worksUnder(
      page,
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'`,
    ),
  'a nonce alone is enough: the files that geolet.js fetches have it too': (page) =>
    worksUnder(
      page,
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'none'; connect-src 'self'; img-src data:`,
    ),
  'everything works where Trusted Types are enforced, and no policy is violated': {
    needs: { feature: 'Trusted Types', has: () => 'trustedTypes' in globalThis },
    prove: (page) => worksUnder(page, "require-trusted-types-for 'script'; trusted-types 'none'"),
  },
  "structured data say the visitor's price under trusted-types 'none'; Firefox reports each change of a block": {
    prints: /^refused: require-trusted-types-for trusted-types-sink HTMLScriptElement text\|/,
    prove: async (page) => {
      page.site.headers = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" };
      await page.open(structuredData);
      await page.waitFor(said, '139.50 EUR, 139.50 EUR');
      await page.run(() => globalThis.geolet?.override('IN'));
      await page.waitFor(said, '99 USD, 99 USD');
      await page.run(() => globalThis.geolet?.destroy());
      await page.waitFor(said, '149 USD, 149 USD');
      const [refused, isFirefox] = await page.run(() => [seen.lines.length, navigator.userAgent.includes('Firefox')]);
      equal(refused, isFirefox ? 3 : 0);
    },
  },
  'everything works in XHTML, on a first visit and on a repeat one': async (page) => {
    const html = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/><link rel="icon" href="data:,"/><title>Test</title>${witness('')}${scriptTag.replace('async', 'async="async"')}</head><body>${everything.replaceAll(' hidden>', ' hidden="hidden">')}</body></html>`;
    for (const path of ['/first', '/again']) {
      await page.goto(page.site.page(html, { path, type: 'application/xhtml+xml' }));
      await page.settled();
      equal(await page.text(), 'Shoes for Lyon €45 Livraison rapide Anywhere Hello France');
    }
    await page.run(() => globalThis.geolet?.override('JP'));
    equal(await page.text(), 'Shoes for you ¥6,900 Elsewhere Tokyo Hello Japan Not here');
  },
};

async function worksUnder(page: Page, policy: string): Promise<void> {
  page.site.headers = { 'content-security-policy': policy };
  const tag = scriptTag.replace('async', `async nonce="${nonce}"`);
  await page.goto(page.site.page(everything, { head: witness(nonce), tag }));
  await page.settled();
  equal(await page.text(), 'Shoes for Lyon €45 Livraison rapide Anywhere Hello France');
  await page.run(() => globalThis.geolet?.override('JP'));
  equal(await page.text(), 'Shoes for you ¥6,900 Elsewhere Tokyo Hello Japan Not here');
}
