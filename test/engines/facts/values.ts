import { deepEqual, equal } from 'node:assert/strict';
import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import type { Facts } from '../fact.ts';

export const valueFacts: Facts = {
  async 'a value element keeps its children and shows its value once'(page) {
    page.site.visitor = visitors.osaka;
    await page.open(`
        <p><geo-currency prices="USD 49, JPY 6900" was="USD 59, JPY 7900">$49</geo-currency></p>
        <p><geo-text template="Shoes for {city}">Shoes for <b>you</b></geo-text></p>
        <script>globalThis.children = [...document.querySelectorAll('geo-currency, geo-text')].map((element) => [...element.childNodes])</script>`);
    equal(await page.text(), '¥7,900 ¥6,900 Shoes for Osaka');
    const seen = await page.run(() => {
      const written = Reflect.get(globalThis, 'children') as Node[][];
      return [...document.querySelectorAll('geo-currency, geo-text')].map((element, index) => ({
        parts: element.shadowRoot?.querySelectorAll('[part=value]').length,
        keeps:
          element.childNodes.length === written[index]?.length &&
          written[index].every((node, at) => node === element.childNodes[at]),
      }));
    });
    deepEqual(seen, [
      { parts: 1, keeps: true },
      { parts: 1, keeps: true },
    ]);
  },
  async 'what is left of an amount follows the cart, and nothing left shows the slot for it'(page) {
    page.site.visitor = visitors.osaka;
    await page.open(
      '<geo-currency prices="USD 75, JPY 8000" minus="JPY 3500">$75<b slot="reached" hidden>nothing</b></geo-currency>',
    );
    await page.waitFor(() => !!document.querySelector('geo-currency')?.shadowRoot?.querySelector('[part=value]'));
    equal(await page.text(), '¥4,500');
    await page.run(() => document.querySelector('geo-currency')?.setAttribute('minus', 'JPY 8000'));
    await page.waitFor(() => document.querySelector('b')?.getClientRects().length === 1);
    equal(await page.text(), 'nothing');
    await page.run(() => document.querySelector('geo-currency')?.setAttribute('minus', 'USD 3'));
    await page.waitFor(() => document.querySelector('b')?.hidden === true);
    equal(await page.text(), '$75');
  },
  async 'bindings write text, attributes, classes, prices and fields'(page) {
    await page.open(`
        <p id="text" data-geo-text="Hello {country}">Hello</p>
        <p id="price" data-geo-currency="USD 49, EUR 45.00">$49</p>
        <a class="shop" data-geo-class="in-{country}" data-geo-href="/shop/{country:lower}?q={city}" href="/shop">Shop</a>
        <input data-geo-value="{city}" value="Town" aria-label="Town">
        <select data-geo-value="{country}" aria-label="Country"><option value="">Choose</option><option value="FR">France</option></select>`);
    const written = await page.run(() => {
      const [link, input, select] = [
        document.querySelector('a'),
        document.querySelector('input'),
        document.querySelector('select'),
      ];
      return [
        document.querySelector('#text')?.textContent,
        document.querySelector('#price')?.textContent,
        link?.className,
        `${link?.pathname}${link?.search}`,
        input?.value,
        select?.value,
      ];
    });
    deepEqual(written, ['Hello France', '€45.00', 'shop in-fr', '/shop/fr?q=Lyon', 'Lyon', 'FR']);
  },
  async 'what is added later is bound and upgraded'(page) {
    await page.open('<main></main>');
    await page.run(() => {
      const main = document.querySelector('main');
      const paragraph = document.createElement('p');
      paragraph.setAttribute('data-geo-text', 'Hello {country}');
      const condition = document.createElement('geo-if');
      condition.setAttribute('country', 'JP');
      condition.textContent = 'Elsewhere';
      main?.append(paragraph, condition);
    });
    await page.settled();
    await page.waitFor(() => document.querySelector('p')?.textContent !== '');
    equal(await page.text(), 'Hello France');
  },
  async 'the end of Geolet leaves the nodes of the page as they were'(page) {
    await page.open(
      `
        <p data-geo-text="Hello {country}">Hello</p> <a data-geo-href="/{country}" data-geo-class="in-{country}" href="/">Shop</a>
        <p data-geo-show="country: FR" hidden>Shown</p> <p data-geo-hide="country: FR" class="covered">Covered</p>
        <geo-if country="FR" hidden><template>A</template>B</geo-if> <geo-if country="JP">C<b slot="else" hidden>D</b></geo-if>
        <geo-switch><geo-case country="FR" hidden>E</geo-case>F</geo-switch> <geo-text template="{city}">G</geo-text>
        <script>globalThis.written = document.body.cloneNode(true)</script>`,
      { tag: scriptTag.replace('async', 'defer'), head: '<style>.covered { display: flex }</style>' },
    );
    equal(await page.text(), 'Hello France Shop Shown A D E Lyon');
    await page.run(() => globalThis.geolet?.destroy());
    equal(await page.text(), 'Hello Shop Covered C F G');
    equal(await page.run(() => document.body.isEqualNode(Reflect.get(globalThis, 'written') as Node)), true);
  },
  async 'prices have the digits they are listed with in every language'(page) {
    const prices = 'USD 49, JPY 6900, EUR 45.00';
    const inLanguage = (language: string) =>
      `<p lang="${language}"><geo-currency prices="${prices}">49</geo-currency> / <span data-geo-currency="${prices}">49</span></p>`;
    await page.open(['en', 'de', 'fr', 'ja', 'ar-EG', 'hi'].map(inLanguage).join(''));
    equal(await page.text('[lang=en] geo-currency'), '€45.00');
    deepEqual(
      [...(await page.text()).matchAll(/\d+[.,]\d+/g)].map(([price]) => price.replace(',', '.')),
      Array.from({ length: 12 }, () => '45.00'),
    );
    await page.run(() => globalThis.geolet?.override('JP'));
    equal(await page.text('[lang=en] geo-currency'), '¥6,900');
    deepEqual((await page.text()).replace(/[^\d/]/g, '').match(/6900/g)?.length, 12);
  },
  async 'converted prices have the digits of their currency in every language, and say that they are estimates'(page) {
    const rates = {
      base: 'USD',
      date: new Date().toISOString(),
      rates: { EUR: 7.1234, HUF: 7.1234, IDR: 7.1234, JPY: 7.1234, KWD: 7.1234, CLP: 7.1234, PKR: 7.1234 },
    };
    const inLanguage = (language: string) =>
      `<p lang="${language}"><geo-currency prices="USD 1">$1</geo-currency> / <bdi data-geo-currency="USD 1">$1</bdi></p>`;
    await page.open(['en', 'de', 'fr', 'ja', 'ar-EG', 'fa-IR', 'hi'].map(inLanguage).join(''), {
      head: `<script type="application/json" data-geo-settings>${JSON.stringify({ rates })}</script>`,
    });
    await page.waitFor(() => document.querySelector('bdi')?.textContent !== '$1');
    equal(await page.text('[lang=en] geo-currency'), '≈ €7.12');
    for (const [currency, digits] of [
      ['HUF', '7.12'],
      ['IDR', '7.12'],
      ['PKR', '7.12'],
      ['JPY', '7'],
      ['CLP', '7'],
      ['KWD', '7.123'],
    ] as const) {
      await page.run((currency) => globalThis.geolet?.override({ currency }), currency);
      const shown = [...(await page.text()).matchAll(/7(?:[.,]\d+)?/g)].map(([amount]) => amount.replace(',', '.'));
      deepEqual(
        shown,
        Array.from({ length: 14 }, () => digits),
        currency,
      );
    }
  },
};
