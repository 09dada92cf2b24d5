import { expect, open, test } from '../browser/support/test.ts';
import { requestsFor } from '../browser/visitor/told.ts';
import { clickThrough, growthOf } from './support/growth.ts';
import { asWritten, be, inLyon, inOsaka, lostIn100, read, scriptOf, shop } from './support/shop.ts';

const versions = [
  {
    name: 'htmx 2 with idiomorph',
    scripts: ['htmx.org/dist/htmx.js', 'idiomorph/dist/idiomorph-ext.js'],
    inner: 'morph:innerHTML',
    outer: 'morph:outerHTML',
  },
  { name: 'htmx 4', scripts: ['htmx4/dist/htmx.js'], inner: 'innerMorph', outer: 'outerMorph' },
];

for (const { name, scripts, inner, outer } of versions) {
  test.describe(`${name}:`, () => {
    let head: string;

    test.beforeEach(async ({ site }) => {
      head = (await Promise.all(scripts.map((file) => scriptOf(site, file)))).join('');
    });

    test('parts that are swapped in are right', async ({ page, site }) => {
      site.page(`<!doctype html>${shop}`, { path: '/part' });
      await open(page, site.page('<main>Wait.</main><button hx-get="/part" hx-target="main">Load</button>', { head }));
      await page.click('button');
      await expect.poll(() => read(page)).toBe(inLyon);
    });

    for (const swap of [inner, outer]) {
      test(`a morph by ${swap} keeps what shows and its nodes, and follows what the server has changed`, async ({
        page,
        site,
      }) => {
        const part = (html: string) =>
          site.page(`<!doctype html>${swap === outer ? `<main>${html}</main>` : html}`, { path: '/part' });
        part(shop);
        await open(
          page,
          site.page(
            `<main>${shop}</main><button hx-ext="morph" hx-get="/part" hx-target="main" hx-swap="${swap}">Morph</button>`,
            { head },
          ),
        );
        await expect.poll(() => read(page)).toBe(inLyon);
        const nodes = await page.evaluateHandle(() => [
          ...document.querySelectorAll('geo-text,geo-currency,geo-if,geo-switch,main p,main a'),
        ]);
        const morph = () =>
          page.evaluate(
            () =>
              new Promise<void>((resolve) => {
                for (const type of ['htmx:afterSettle', 'htmx:after:settle'])
                  document.addEventListener(type, () => resolve(), { once: true });
                document.querySelector('button')?.click();
              }),
          );
        await morph();
        await expect.poll(() => read(page)).toBe(inLyon);
        await be(page, 'country: JP; city: Osaka');
        await morph();
        await expect.poll(() => read(page)).toBe(inOsaka);
        expect(await nodes.evaluate((nodes) => nodes.every((node) => node.isConnected))).toBe(true);
        part(
          shop
            .replace('Hello {country}', 'Bonjour {country}')
            .replace('Hello you', 'Bonjour')
            .replace('JPY 21900', 'JPY 19900'),
        );
        await morph();
        await expect.poll(() => read(page)).toBe(inOsaka.replace('Hello', 'Bonjour').replace('21,900', '19,900'));
        await be(page, 'unknown');
        await expect.poll(() => read(page)).toBe(asWritten.replace('Hello you', 'Bonjour'));
      });
      test(`a morph by ${swap} moves what the server has put elsewhere, without taking it apart`, async ({
        page,
        site,
      }) => {
        const offer = '<geo-suggest id="offer" country="FR" override="JP" hidden>Notre offre</geo-suggest>';
        const form = '<div id="form"><geo-if country="FR" hidden>Pour vous: <input id="name"></geo-if></div>';
        const city = '<p id="city"><geo-text template="{city}">here</geo-text></p>';
        const whole = (html: string) => (swap === outer ? `<main>${html}</main>` : html);
        site.page(`<!doctype html>${whole(city + form + offer)}`, { path: '/part' });
        const count = `<script>for (const [name, of] of [['moveBefore', Element.prototype], ['insertBefore', Node.prototype]]) {
          const own = of[name];
          of[name] = function (node, before) { if (node.id === 'offer' || node.id === 'form') (window.moves ??= []).push(name); return own.call(this, node, before); };
        }</script>`;
        await open(
          page,
          site.page(
            `<main>${offer}${form}${city}</main><button hx-ext="morph" hx-get="/part" hx-trigger="poll from:body" hx-target="main" hx-swap="${swap}">Morph</button>`,
            { head: count + head },
          ),
        );
        const field = page.getByRole('textbox');
        const box = await page.locator('geo-suggest [part=box]').elementHandle();
        await field.focus();
        await page.evaluate(() => {
          Reflect.deleteProperty(window, 'moves');
          document.body.dispatchEvent(new Event('poll'));
        });
        await expect
          .poll(() => page.evaluate(() => document.querySelector('main')?.firstElementChild?.id))
          .toBe('city');
        expect(await page.evaluate(() => Reflect.get(window, 'moves') as unknown)).toContain('moveBefore');
        await expect(field).toBeFocused();
        expect(await box?.evaluate((box) => box.isConnected)).toBe(true);
        await be(page, 'country: JP; city: Osaka');
        await expect.poll(() => read(page)).toBe('Osaka Pour vous:');
      });
      test(`what the server sends again and again by ${swap}, a hundred times, is bound each time`, async ({
        page,
        site,
      }) => {
        site.page(`<!doctype html>${swap === outer ? `<main>${shop}</main>` : shop}`, { path: '/part' });
        await open(
          page,
          site.page(
            `<main>${shop}</main><i id="poll" hx-ext="morph" hx-get="/part" hx-trigger="poll from:body" hx-target="main" hx-swap="${swap}"></i>`,
            { head },
          ),
        );
        await expect.poll(() => read(page)).toBe(inLyon);
        expect(await lostIn100(page, ['htmx:afterSettle', 'htmx:after:settle'])).toEqual([]);
        expect(await read(page)).toBe(inLyon);
        await be(page, 'country: JP; city: Osaka');
        await expect.poll(() => read(page)).toBe(inOsaka);
      });
    }

    test('boosted links bring pages that are right, and the way back brings them as they are by then', async ({
      page,
      site,
    }) => {
      site.page('<main hx-boost="true"><p data-geo-text="On to {city}">On</p></main>', { head, path: '/next' });
      await open(
        page,
        site.page(`<div hx-boost="true"><a id="next" href="/next">Next</a></div><main>${shop}</main>`, { head }),
      );
      await expect.poll(() => read(page)).toBe(inLyon);
      await page.click('#next');
      await expect.poll(() => read(page)).toBe('On to Lyon');
      await be(page, 'country: JP; city: Osaka');
      // Leaves after this call has returned: a page that has gone cannot answer it.
      await page.evaluate(() => void setTimeout(() => history.back()));
      // htmx 4 loads the page again: while one page leaves for the other, there is nothing to read.
      await expect.poll(() => read(page).catch(() => 'no page')).toBe(inOsaka);
      expect(await page.locator('geo-if i').count()).toBeLessThan(2);
      expect(requestsFor('/geo', site)).toBe(1);
    });

    test('hundreds of times swapped in and out, nothing is left behind', async ({ page, site }) => {
      test.setTimeout(120_000);
      let swaps = 0;
      site.file('/part', (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(swaps++ % 2 ? shop : 'Gone.'),
      );
      await open(
        page,
        site.page(`<main>${shop}</main><button hx-get="/part" hx-target="main">Swap</button>`, { head }),
      );
      const growth = await growthOf(page, () => clickThrough(page, 'button', 250));
      expect(growth.nodes).toBeLessThan(200);
      expect(growth.listeners).toBeLessThan(20);
      expect(growth.heapBytes).toBeLessThan(1_000_000);
    });
  });
}
