import { deepEqual, equal } from 'node:assert/strict';
import { scriptTag } from '../../support/site.ts';
import type { Facts } from '../fact.ts';
import { witness } from '../page.ts';

/**
 * Asks for the next piece of itself once what has come of it is shown. The script is not async, since WebKit runs no async
 * one before the whole page is there; the words are enough for it to paint.
 */
const inPieces = `<!doctype html><html lang="en"><title>Pieces</title>${witness()}${scriptTag.replace(' async', '')}<script>(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (const come of ['p', 'geo-if:defined > template']) {
    while (!globalThis.geolet?.visitor || !document.querySelector(come)) await frame();
    await frame();
    await fetch('/next.gif', { cache: 'no-store' });
  }
})()</script><header>${'Words to paint. '.repeat(256)}</header><main><p data-geo-text="Hello {country}">Hel`;

export const conditionFacts: Facts = {
  async 'conditions inside conditions show where all around them show'(page) {
    await page.open(`<geo-if country="FR">Outer
        <geo-if not-continent="EU">no <span slot="else" hidden>inner</span></geo-if>
        <geo-switch>
          <geo-case country="JP" hidden>no</geo-case>
          <geo-case eu hidden><template><b>case</b> <geo-if country="JP">no</geo-if> <geo-text template="{city}">no</geo-text></template></geo-case>
          default
        </geo-switch></geo-if>`);
    equal(await page.text(), 'Outer inner case Lyon');
  },
  async 'nothing in a template is fetched before its condition is answered with yes'(page) {
    page.site.file('/frame.html', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('Frame'),
    );
    // Firefox alone preloads other pictures in templates: https://bugzilla.mozilla.org/show_bug.cgi?id=1441044
    await page.open(
      '<geo-if country="JP"><template><iframe src="/frame.html"></iframe><img src="/lazy.gif" loading="lazy" alt=""></template>Elsewhere</geo-if>',
    );
    equal(await page.text(), 'Elsewhere');
    const asked = () => page.site.requests.filter((path) => /frame|lazy/.test(path)).toSorted();
    deepEqual(asked(), []);
    await page.run(() => globalThis.geolet?.override('JP'));
    await page.waitFor(
      () =>
        document.querySelector('iframe')?.contentDocument?.body?.textContent === 'Frame' &&
        document.querySelector('img')?.naturalWidth === 1,
    );
    deepEqual(asked(), ['/frame.html', '/lazy.gif']);
  },
  async 'hidden holds against page CSS that gives everything a box'(page) {
    const head =
      '<style>.card { display: flex !important } [hidden] { display: none !important } .card[hidden] { display: flex !important }</style>';
    await page.open(
      `<geo-if class="card" country="JP">A</geo-if>
        <geo-if class="card" country="FR" hidden>B</geo-if>
        <geo-switch><geo-case class="card" country="JP" hidden>C</geo-case><geo-case class="card" country="FR" hidden>D</geo-case>E</geo-switch>
        <p class="card" data-geo-hide="country: FR">F</p>
        <p class="card" data-geo-show="country: FR" hidden>G</p>`,
      { head },
    );
    equal(await page.text(), 'B D G');
    equal(
      await page.run(
        () => [...document.querySelectorAll('.card')].filter((card) => card.getClientRects().length).length,
      ),
      3,
    );
  },
  async 'content that arrives in pieces is shown whole'(page) {
    const pieces = ['lo</p><geo-if country="FR"><template><b>one</b> <i>tw', 'o</i> three</template>None</geo-if>'];
    let send = (_piece: string) => {};
    page.site.file('/next.gif', (_request, response) => {
      response.end();
      send(pieces.shift() ?? '');
    });
    page.site.file('/', (_request, response) => {
      send = (piece) => (pieces.length ? response.write(piece) : response.end(piece));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(inPieces);
    });
    await page.goto(`${page.site.url}/`);
    await page.settled();
    equal(await page.text('main'), 'Hello France one two three');
  },
  'an element tells its status and that nothing shows by custom states': {
    needs: { feature: ':state()', has: () => CSS.supports('selector(:state(ready))') },
    async prove(page) {
      await page.open('<geo-if country="FR">A</geo-if><geo-if country="JP">B</geo-if>');
      const statesOf = (status: string) =>
        page.run(
          (status) =>
            [...document.querySelectorAll('geo-if')].map((element) => [
              element.matches(`:state(${status})`),
              element.matches(':state(off)'),
            ]),
          status,
        );
      deepEqual(await statesOf('ready'), [
        [true, false],
        [true, true],
      ]);
      await page.run(() => globalThis.geolet?.override('JP'));
      deepEqual(await statesOf('override'), [
        [true, true],
        [true, false],
      ]);
    },
  },
};
