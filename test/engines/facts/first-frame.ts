import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { boundNodes, cut, frameRecorder, inPieces, paintedFrames } from '../../support/first-frame.ts';
import type { Fact } from '../fact.ts';
import { type Page, witness } from '../page.ts';

const built = (name: string) =>
  readFileSync(new URL(`../../../dist/${name}`, import.meta.url), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*/, '');
const asyncTag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';
const snippet = `${asyncTag}<script>${built('geolet-snippet.js')}</script>`;

const elements =
  '<p data-right="Shoes for Lyon"><geo-text template="Shoes for {city}">Shoes for you</geo-text></p><p data-right="€45"><geo-currency prices="USD 49, EUR 45">$49</geo-currency></p><p data-right="Oui"><geo-if country="FR"><template>Oui</template>Yes</geo-if></p><p data-right="B"><geo-if country="DE">A<b slot="else" hidden>B</b></geo-if></p>\n';

const document = (tag: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>${witness()}${frameRecorder()}${tag}</head><body><h1>Shop</h1>${body}</body></html>`;

/** On a repeat visit, of a page that comes in so many pieces. */
async function rightFrames(page: Page, tag: string, pieces: number): Promise<void> {
  await page.open('<p data-geo-text="{city}">you</p><geo-if country="FR">A</geo-if>', { path: '/first' });
  const html = document(tag, elements + boundNodes(200));
  const start = html.indexOf('<h1>');
  page.site.file(
    '/again',
    inPieces(pieces > 1 ? [html.slice(0, start), ...cut(html.slice(start), pieces)] : [html], 60),
  );
  await page.goto(`${page.site.url}/again`);
  await page.settled();
  const { frames, firstPaintMs } = await page.run(() => ({
    ...globalThis.recorded,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  }));
  const painted = paintedFrames(frames, firstPaintMs);
  ok(painted.length > 0);
  deepEqual(
    painted.flatMap(({ wrong }) => wrong),
    [],
  );
}

const blocksRendering = {
  feature: 'blocking="render" on scripts',
  has: () => 'blocking' in HTMLScriptElement.prototype,
};

/** Which no script can ask for. */
const usesStale = { feature: 'stale-while-revalidate', has: () => /Chrome|Firefox/.test(navigator.userAgent) };

const ways = [
  { name: 'the classic tag in the head', tag: '<script src="/geolet.js" data-endpoint="/geo"></script>' },
  { name: 'geolet.js inlined', tag: `<script data-endpoint="/geo">${built('geolet.js')}</script>` },
  {
    name: 'the tag with blocking="render"',
    tag: '<script async blocking="render" src="/geolet.js" data-endpoint="/geo"></script>',
    needs: blocksRendering,
  },
  { name: 'the snippet', tag: snippet, needs: blocksRendering },
];

export const firstFrameFacts: readonly Fact[] = [
  ...ways.flatMap(({ name, tag, ...needs }): Fact[] => [
    {
      name: `a repeat visit with ${name} is right from the first frame on`,
      ...needs,
      prove: (page) => rightFrames(page, tag, 1),
    },
    {
      name: `a repeat visit with ${name} is right in every frame of a page that comes in pieces`,
      ...needs,
      prove: (page) => rightFrames(page, tag, 8),
    },
  ]),
  {
    name: 'with the snippet a page is painted though geolet.js hangs',
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
        inPieces([document(tell + snippet.replace('/geolet.js', '/hung/geolet.js'), boundNodes(20))], 0),
      );
      await page.goto(`${page.site.url}/again`);
      ok(hanging.length > 0);
    },
  },
  {
    name: 'a geolet.js that is past its minutes is used at once, and asked for behind',
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
          .end(built('geolet.js'));
      });
      const tag = '<script src="/aged/geolet.js" data-endpoint="/geo"></script>';
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
  {
    name: 'the proxy is asked at once, and once, where nothing is remembered',
    async prove(page) {
      await page.open('<p data-geo-text="{city}">you</p>', {
        tag: `${asyncTag}<script>${built('geolet-ask.js')}</script>`,
      });
      equal(await page.text(), 'Lyon');
      equal(page.lookups, 1);
      await page.goto(page.site.url);
      await page.settled();
      equal(page.lookups, 1);
    },
  },
];
