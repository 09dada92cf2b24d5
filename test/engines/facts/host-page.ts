import { deepEqual, equal, ok } from 'node:assert/strict';
import { faults } from '../../support/site.ts';
import type { Facts } from '../fact.ts';
import { witness } from '../page.ts';

/** What the pages around us do. */
export const hostPageFacts: Facts = {
  async 'who leaves in the middle of a lookup is told of no failure'(page) {
    page.site.geo = faults.hang;
    const elsewhere = `<!doctype html><title>Elsewhere</title>${witness()}`;
    // The page that is left stands until then, and its budget is longer.
    page.site.file(
      '/next',
      (_request, response) =>
        void setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(elsewhere), 800),
    );
    const note = `<script>
        sessionStorage.setItem('told', '');
        const note = (words) => sessionStorage.setItem('told', sessionStorage.getItem('told') + words + '; ');
        for (const level of ['warn', 'error']) console[level] = note;
        for (const type of ['geo-ready', 'geo-error']) document.addEventListener(type, () => note(type));
        for (const type of ['error', 'unhandledrejection']) addEventListener(type, () => note(type));
      </script>`;
    await page.goto(page.site.page('<p data-geo-text="{city}">here</p>', { head: witness() + note }));
    await page.waitFor(() => globalThis.geolet !== undefined);
    await page.goto(`${page.site.url}/next`);
    // Firefox lets the page that is left ask once more.
    ok(page.lookups >= 1);
    equal(await page.run(() => sessionStorage.getItem('told')), '');
  },
  async 'the files come from where the script came from, whatever a base behind it says'(page) {
    await page.goto(
      page.site.page(
        `<base href="https://evil.example/"><geo-if country="FR">A</geo-if><geo-if country="JP">B</geo-if>`,
        { head: witness(), tag: '<script defer src="geolet.js"></script>' },
      ),
    );
    await page.waitFor(() => document.querySelector('geo-if:defined') !== null);
    equal(await page.text('body'), 'A');
  },
  async 'forms whose fields are called like their methods show and hide, and a picture that fails to load is put back'(
    page,
  ) {
    const fields = ['matches', 'remove', 'parentElement', 'children']
      .map((name) => `<input type="hidden" name="${name}">`)
      .join('');
    page.site.file('/fr.png', (_request, response) => response.writeHead(404).end());
    await page.open(
      `<form id="a" data-geo-show="country: JP">A${fields}</form><geo-if country="FR"><template><form id="b">B${fields}</form></template>C</geo-if><img src="/own.gif" data-geo-src="/{country:lower}.png" alt="">`,
    );
    const seen = () =>
      page.run(() => ['#a', '#b'].map((id) => document.querySelector(id)?.getClientRects().length ?? 0));
    deepEqual(await seen(), [0, 1]);
    await page.waitFor(() => document.querySelector('img')?.getAttribute('src') === '/own.gif');
    await page.run(() => globalThis.geolet?.override('JP'));
    deepEqual(await seen(), [1, 0]);
    await page.run(() => globalThis.geolet?.destroy());
    deepEqual(await seen(), [1, 0]);
  },
  async 'what somebody types into a bound text stays'(page) {
    await page.open('<p data-geo-text="in {city}">here</p>');
    await page.run(() => document.querySelector('p')?.setAttribute('contenteditable', ''));
    for (const letter of ['!', '?', '.', ',', ';', ':', '-', '+']) {
      await page.run((typed) => {
        const text = document.querySelector('p')?.firstChild;
        if (text instanceof Text) text.data += typed;
      }, letter);
    }
    await page.run(() => globalThis.geolet?.override('JP'));
    equal(await page.text('p'), 'in Lyon!?.,;:-+');
  },
  async 'a list without the visitor’s option shows the one it has by default'(page) {
    await page.open(
      '<select data-geo-value="{country}" aria-label="Country"><option>US</option><option selected>GB</option><option>FR</option></select>',
    );
    const chosen = () => page.run(() => document.querySelector('select')?.value);
    equal(await chosen(), 'FR');
    await page.run(() => globalThis.geolet?.override('JP'));
    equal(await chosen(), 'GB');
  },
  async 'what is hidden stays so where the page lists style sheets of its own'(page) {
    await page.open('<style>p{display:flex}</style><main><p data-geo-show="country: JP">A</p></main>');
    equal(await page.text('main'), '');
    await page.run(() => void (document.adoptedStyleSheets = [new CSSStyleSheet()]));
    await page.run(() => globalThis.geolet?.override('US'));
    equal(await page.text('main'), '');
    await page.run(() => globalThis.geolet?.override('JP'));
    equal(await page.text('main'), 'A');
  },
  async 'elements and bindings that are only in a shadow root come when it is handed to scan'(page) {
    await page.open('<main></main>');
    await page.run(() => {
      const root = document.querySelector('main')?.attachShadow({ mode: 'open' });
      if (root)
        root.innerHTML =
          '<p data-geo-text="in {city}">here</p><p><geo-text template="Hello {country}">Hello</geo-text></p>';
      globalThis.geolet?.scan(root);
    });
    await page.waitFor(() => customElements.get('geo-text') !== undefined);
    await page.run(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    equal(await page.text('main'), 'in Lyon Hello France');
  },
  async 'a page that has put another Event in the place of the browser’s is told all the same'(page) {
    const head = "<script>globalThis.Event = function () { throw new Error('patched'); }</script>";
    await page.open('<geo-if country="FR">A<b slot="else" hidden>B</b></geo-if><p data-geo-text="{city}">here</p>', {
      head,
    });
    equal(await page.text(), 'A Lyon');
  },
};
