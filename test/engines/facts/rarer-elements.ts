import { equal, ok } from 'node:assert/strict';
import { faults } from '../../support/site.ts';
import type { Facts } from '../fact.ts';

const lyon = { countryCode: 'FR', city: 'Lyon', latitude: '45.7485', longitude: '4.8467' };
const shops = {
  shops: [
    { name: 'Paris', latitude: 48.8566, longitude: 2.3522, url: '/paris' },
    { name: 'Osaka', latitude: 34.69, longitude: 135.5 },
  ],
};
const settings = `<script type="application/json" data-geo-settings>${JSON.stringify({ places: shops })}</script>`;

export const rarerElementFacts: Facts = {
  async 'a flag, a moment and the nearest place show by their own files'(page) {
    page.site.geo = faults.body(JSON.stringify(lyon));
    await page.open(
      '<geo-flag></geo-flag> <p><geo-time datetime="2026-12-01T18:00:00Z" format="long">A</geo-time></p> <main><geo-nearest places="shops" template="{name}, {distance}" href="{url}">B</geo-nearest></main>',
      { head: settings },
    );
    await page.waitFor(
      () => (document.querySelector('geo-flag')?.shadowRoot?.querySelector('img')?.naturalWidth ?? 0) > 0,
    );
    await page.waitFor(
      () =>
        document.querySelector('geo-time')?.shadowRoot?.querySelector('time')?.dateTime === '2026-12-01T18:00:00.000Z',
    );
    await page.waitFor(
      () => document.querySelector('geo-nearest')?.shadowRoot?.querySelector('a')?.pathname === '/paris',
    );
    equal((await page.text('main')).replaceAll(/\s/g, ' '), 'Paris, 393 km');
    equal(page.site.requests.filter((path) => /geolet-(times|places)/.test(path)).length, 0);
  },
  async 'a delivery date counts from the clock, in words of the platform'(page) {
    page.site.geo = faults.body(JSON.stringify(lyon));
    await page.open(
      '<main><geo-delivery days="FR: 1-2" cutoff="24:00" timezone="Europe/Lisbon" work="sun-sat" template="{left}, {days}, {dates}, {weekday}">A</geo-delivery></main> <p data-geo-delivery="standard" data-geo-text="{delivery-from}">B</p>',
      {
        head: '<script type="application/json" data-geo-settings>{"delivery":{"standard":{"days":"*: 1","timezone":"UTC"}}}</script>',
      },
    );
    await page.waitFor(() =>
      /^(\d+ hr( \d+ min)?|\d+ min), 1\D2, .+, \w+day$/.test(
        document.querySelector('geo-delivery')?.shadowRoot?.querySelector('[part=value]')?.textContent ?? '',
      ),
    );
    await page.waitFor(() => document.querySelector('p')?.textContent !== 'B');
  },
  async 'opening hours, relative words and a button that asks where the visitor is come by files of their own'(page) {
    page.site.geo = faults.body(JSON.stringify(lyon));
    await page.open(
      '<p><geo-time hours="00:00-24:00" timezone="Europe/Kyiv" open="Always open">A</geo-time></p> <p><geo-time datetime="2020-01-01T00:00" timezone="Asia/Tokyo" format="relative">B</geo-time></p> <main><geo-nearest places="shops" template="{name}" within="500km">C <button slot="locate" hidden>Locate me</button></geo-nearest></main>',
      { head: settings },
    );
    await page.waitFor(() => document.querySelector('geo-time')?.shadowRoot?.textContent === 'Always open');
    await page.waitFor(() => /years ago/.test(document.querySelectorAll('geo-time')[1]?.shadowRoot?.textContent ?? ''));
    await page.waitFor(() => document.querySelector('geo-nearest')?.shadowRoot?.textContent === 'Paris');
    await page.waitFor(
      () =>
        !!document.querySelector('button')?.getClientRects().length === (isSecureContext && 'geolocation' in navigator),
    );
  },
  async 'a suggestion shows for those whom it is for, moves nothing, and is closed with Escape'(page) {
    await page.open(
      '<main>A</main><geo-suggest country="FR" href="/fr{path}" hidden>Français</geo-suggest><geo-suggest country="DE" href="/de" hidden>Deutsch</geo-suggest>',
    );
    await page.waitFor(
      () => document.querySelector('geo-suggest')?.shadowRoot?.querySelector('a')?.pathname.startsWith('/fr/') === true,
    );
    ok(
      await page.run(
        () =>
          getComputedStyle(
            document.querySelector('geo-suggest')?.shadowRoot?.querySelector('[part=box]') ?? document.body,
          ).position === 'fixed',
      ),
    );
    await page.run(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    await page.waitFor(() => !document.querySelector('geo-suggest')?.shadowRoot?.querySelector('[part=box]'));
    equal(await page.text(), 'A');
  },
  async 'a suggestion in a box that moves and cuts stands at the foot of the window, where the browser has popovers'(
    page,
  ) {
    await page.open(
      '<style>* { animation: none !important }</style><div style="transform: translate(90px, 30px); overflow: hidden; inline-size: 200px; block-size: 80px"><geo-suggest country="FR" href="/fr" hidden>Français</geo-suggest></div>',
    );
    await page.waitFor(() => !!document.querySelector('geo-suggest')?.shadowRoot?.querySelector('[part=box]'));
    await page.waitFor(() => {
      const box = document.querySelector('geo-suggest')?.shadowRoot?.querySelector('[part=box]');
      const { left = -1, bottom = -1, width = -1 } = box?.getBoundingClientRect() ?? {};
      const page = document.documentElement.clientWidth;
      return !('popover' in document.body) || (left === 0 && width === page && Math.abs(bottom - innerHeight) < 1);
    });
  },
  async 'an element is moved without being taken apart, where the browser can move nodes'(page) {
    await page.open(
      '<p><geo-text template="{city}">A</geo-text></p><geo-suggest country="FR" href="/fr" hidden>Français</geo-suggest><main></main>',
    );
    await page.waitFor(() => !!document.querySelector('geo-suggest')?.shadowRoot?.querySelector('[part=box]'));
    ok(
      await page.run(() => {
        const main = document.querySelector('main');
        const suggestion = document.querySelector('geo-suggest');
        const box = suggestion?.shadowRoot?.querySelector('[part=box]');
        const text = document.querySelector('geo-text');
        if (!main || !suggestion || !text || !('moveBefore' in main)) return true;
        main.moveBefore(suggestion, null);
        main.moveBefore(text, null);
        return box?.isConnected;
      }),
    );
    await page.waitFor(() => document.querySelector('geo-text')?.shadowRoot?.textContent === 'Lyon');
  },
  async 'custom properties of the visitor reach a shadow tree, and a style query there'(page) {
    await page.open(
      '<div></div><script>document.querySelector("div").attachShadow({ mode: "open" }).innerHTML = "<style>@container style(--visitor-country: FR) { p { color: rgb(1, 2, 3) } }</style><p>A</p>"</script>',
      { head: '<script type="application/json" data-geo-settings>{ "css": true }</script>' },
    );
    await page.waitFor(() => {
      const text = document.querySelector('div')?.shadowRoot?.querySelector('p') ?? document.body;
      const { color } = getComputedStyle(text);
      return getComputedStyle(text).getPropertyValue('--visitor-country') === 'FR' && color === 'rgb(1, 2, 3)';
    });
  },
  async 'elements work in a shadow tree with a registry of its own, where the browser has such registries'(page) {
    await page.open(
      `<div></div><geo-text template="{city}">A</geo-text><script>
          try {
            const registry = new CustomElementRegistry();
            const root = document.querySelector('div').attachShadow({ mode: 'open', customElementRegistry: registry });
            if (root.customElementRegistry === registry) {
              root.innerHTML = '<geo-text template="{city}">B</geo-text>';
              customElements.whenDefined('geo-text').then((element) => registry.define('geo-text', element));
            }
          } catch {}
        </script>`,
    );
    await page.waitFor(() => {
      const inside = document.querySelector('div')?.shadowRoot?.querySelector('geo-text');
      return !inside || inside.shadowRoot?.textContent === 'Lyon';
    });
  },
};
