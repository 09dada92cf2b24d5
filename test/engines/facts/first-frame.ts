import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { boundNodes, cut, frameRecorder, inPieces } from '../../support/first-frame.ts';
import { dist, scriptTag } from '../../support/site.ts';
import { contentFor, headTag, pasted, rightWays, type Way, withoutEndpoint } from '../../support/ways-to-install.ts';
import type { Fact, Facts } from '../fact.ts';
import { type Page, witness } from '../page.ts';

const document = (tag: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${witness()}${frameRecorder()}${tag}</head><body><h1>Shop</h1>${body}</body></html>`;

/** On a repeat visit, of a page that comes in so many pieces. */
async function rightFrames(page: Page, way: Way, count: number, pieces: number): Promise<void> {
  const { head, front } = way;
  const { url } = front ? await page.site.front(front) : page.site;
  page.site.page('<p data-geo-text="{city}">you</p><geo-if country="FR">A</geo-if>', { path: '/first' });
  await page.goto(`${url}/first`);
  await page.settled();
  const html = document(head, contentFor(way, count, 200));
  const start = html.indexOf('<h1>');
  page.site.file(
    '/again',
    inPieces(pieces > 1 ? [html.slice(0, start), ...cut(html.slice(start), pieces)] : [html], 60),
  );
  await page.goto(`${url}/again`);
  await page.settled();
  deepEqual(await wrongIn(page), []);
}

/** What painted frames have shown that was not right. */
async function wrongIn(page: Page): Promise<string[]> {
  const painted = await page.run(() => recorded.painted());
  ok(painted.length > 0);
  return painted.flatMap(({ wrong }) => wrong);
}

/** A page that writes what is right in its own way. */
async function openWriting(page: Page, script: string): Promise<void> {
  const html = document('', `<p id="late" data-right="right">written</p><script>${script}</script>`);
  page.site.file('/', inPieces([html], 0));
  await page.goto(page.site.url);
  await page.waitFor(() => recorded.frames.length > 3 && recorded.frames.at(-1)?.wrong.length === 0);
}

/** Which no script can ask for. */
const usesStale = { feature: 'stale-while-revalidate', has: () => /Chrome|Firefox/.test(navigator.userAgent) };

/** What visitors from a country read on a first visit, of which only the page's own header tells. */
const countries = [
  ['FR', '€45', 'in', 'France'],
  ['JP', '¥6,900', 'out', 'Japan'],
  ['US-CA', '$49', 'out', 'United States'],
] as const;

async function rightByHeader(page: Page, { head, hasElements = true }: Way, pieces: number): Promise<void> {
  for (const [place, price, union, name] of countries) {
    const body = [
      `<p data-geo-text="Hello {country}" data-right="Hello ${name}">Hello</p>`,
      `<p data-geo-currency="USD 49, EUR 45, JPY 6900" data-right="${price}">$49</p>`,
      hasElements
        ? `<p data-right="${union}"><geo-if eu><template>in</template><template slot="else">out</template>eu</geo-if></p>`
        : '',
    ].join('');
    const html = document(pasted('header') + withoutEndpoint(head), body);
    const start = html.indexOf('<h1>');
    const parts = pieces > 1 ? [html.slice(0, start), ...cut(html.slice(start), pieces)] : [html];
    const path = `/header-${place}-${pieces}`;
    const send = inPieces(parts, 60, { 'server-timing': `cdn;dur=3, geo;desc="${place}"` });
    // A network takes longer than the clock of WebKit tells apart.
    page.site.file(path, (...exchange) => void setTimeout(send, 20, ...exchange));
    await page.goto(page.site.url + path);
    await page.settled();
    deepEqual(await wrongIn(page), []);
  }
  ok(!page.site.requests.some((request) => /^\/geo(\?|$)/.test(request)));
}

export const firstFrameFacts: Facts = {
  ...Object.fromEntries(
    rightWays()
      .filter(({ front }) => !front)
      .flatMap(({ needs, ...way }): [string, Fact][] => [
        [
          `a first visit with ${way.name} is right from the first frame on by a header of the page, and nobody is asked`,
          { ...(needs && { needs }), prove: (page) => rightByHeader(page, way, 1) },
        ],
        [
          `a first visit with ${way.name} is right by a header in every frame of a page that comes in pieces`,
          { ...(needs && { needs }), prove: (page) => rightByHeader(page, way, 8) },
        ],
      ]),
  ),
  async 'what a page writes in a frame callback, or in a promise of it, is in that frame'(page) {
    await openWriting(
      page,
      "requestAnimationFrame(async () => { await null; await null; document.getElementById('late').textContent = 'right'; })",
    );
    deepEqual(await wrongIn(page), []);
  },
  async 'what a page writes after a paint was wrong in a frame'(page) {
    await openWriting(
      page,
      "(function look() { requestAnimationFrame(() => performance.getEntriesByName('first-contentful-paint').length ? document.getElementById('late').textContent = 'right' : look()); })()",
    );
    ok((await wrongIn(page)).includes('written for right'));
  },
  ...Object.fromEntries(
    rightWays().flatMap(({ needs, ...way }): [string, Fact][] => [
      [
        `a repeat visit with ${way.name} is right from the first frame on`,
        {
          ...(needs && { needs }),
          async prove(page) {
            for (const count of [3, 50, 500]) await rightFrames(page, way, count, 1);
          },
        },
      ],
      [
        `a repeat visit with ${way.name} is right in every frame of a page that comes in pieces`,
        { ...(needs && { needs }), prove: (page) => rightFrames(page, way, 50, 8) },
      ],
    ]),
  ),
  'with the snippet a page is painted though geolet.js hangs': {
    prints: /hung|404/,
    async prove(page) {
      await page.open('<p data-geo-text="{city}">you</p>', { path: '/first' });
      const hanging: ServerResponse[] = [];
      let painted = false;
      page.site.file('/hung/geolet.js', (_request, response) => {
        hanging.push(response);
        if (painted) response.writeHead(404).end();
      });
      // The page has loaded when nothing hangs any more, and that comes only after it was painted.
      page.site.file('/painted', (_request, response) => {
        painted = true;
        for (const waiting of [...hanging, response]) waiting.writeHead(404).end();
      });
      // No frame comes while painting is blocked. Firefox does not always tell of a first paint before the page has loaded.
      const tell =
        "<script>(function look() { requestAnimationFrame(document.querySelector('li') ? () => fetch('/painted') : look); })()</script>";
      page.site.file(
        '/again',
        inPieces(
          [document(tell + (scriptTag + pasted('snippet')).replace('/geolet.js', '/hung/geolet.js'), boundNodes(20))],
          0,
        ),
      );
      await page.goto(`${page.site.url}/again`);
      ok(hanging.length > 0);
    },
  },
  'a geolet.js that is past its minutes is used at once, and asked for behind': {
    needs: usesStale,
    async prove(page) {
      const header = (await fetch(`${page.site.url}/geolet.js`)).headers.get('cache-control') ?? '';
      const asked: ServerResponse[] = [];
      page.site.file('/aged/geolet.js', (_request, response) => {
        // What is asked for behind is not answered: nothing may wait for it.
        if (asked.push(response) > 1) return;
        response
          .writeHead(200, {
            'content-type': 'text/javascript',
            'cache-control': header.replace('max-age=300', 'max-age=0'),
          })
          .end(readFileSync(join(dist, 'geolet.js')));
      });
      const tag = headTag.replace('/geolet.js', '/aged/geolet.js');
      const body = '<p data-geo-text="{city}" data-right="Lyon">you</p>';
      await page.open(body, { path: '/first', tag });
      page.site.file('/again', inPieces([document(tag, body)], 0));
      await page.goto(`${page.site.url}/again`);
      await page.settled();
      equal(await page.text(), 'Shop Lyon');
      equal(asked.length, 2);
      asked[1]?.writeHead(404).end();
    },
  },
  async 'the proxy is asked at once, and once, where nothing is remembered'(page) {
    await page.open('<p data-geo-text="{city}">you</p>', {
      tag: scriptTag + pasted('ask'),
    });
    equal(await page.text(), 'Lyon');
    equal(page.lookups, 1);
    await page.goto(page.site.url);
    await page.settled();
    equal(page.lookups, 1);
  },
};
