import type { Page } from '@playwright/test';
import { cut, inPieces } from '../../support/first-frame.ts';
import { headTag } from '../../support/ways-to-install.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { expectRightFrames, load, visitFirst, watched } from './support.ts';

/** What is written, and what a visitor from Lyon reads. */
const rows = [
  ['<geo-text template="Shoes for {city}">Shoes for you</geo-text>', 'Shoes for Lyon'],
  ['<geo-currency prices="USD 49, EUR 45">$49</geo-currency>', '€45'],
  ['<geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55"><s>$59</s> $49</geo-currency>', '€55 €45'],
  ['<geo-currency prices="EUR 45">45 euros</geo-currency>', '45 euros'],
  ['<geo-currency prices="EUR 45" was="EUR 55">45 euros</geo-currency>', '€55 45 euros'],
  ['<geo-currency prices="EUR 45" was="EUR 55"><del>55</del> <i>45 euros</i></geo-currency>', '55 45 euros'],
  ['<geo-if country="FR">A</geo-if>', 'A'],
  ['<geo-if country="DE">A</geo-if>', ''],
  ['<geo-if country="DE" class="card">A</geo-if>', ''],
  ['<geo-if country="FR" hidden>A</geo-if>', 'A'],
  ['<geo-if country="DE" hidden>A</geo-if>', ''],
  ['<geo-if country="FR"><b hidden>A</b></geo-if>', 'A'],
  ['<geo-if country="FR">A<span slot="else" hidden>B</span></geo-if>', 'A'],
  ['<geo-if country="DE">A<span slot="else" hidden>B</span></geo-if>', 'B'],
  ['<geo-if country="DE" hidden>A<span slot="else" hidden>B</span></geo-if>', 'B'],
  ['<geo-if country="FR"><template>A <b>C</b></template>B</geo-if>', 'A C'],
  ['<geo-if country="DE"><template>A</template>B</geo-if>', 'B'],
  ['<geo-if country="DE"><template>A</template>B<template slot="else">C</template></geo-if>', 'C'],
  ['<geo-if eu><geo-if country="DE" hidden>A</geo-if><geo-if country="FR" hidden>B</geo-if></geo-if>', 'B'],
  ['<geo-switch><geo-case country="FR" hidden>A</geo-case>B</geo-switch>', 'A'],
  ['<geo-switch><geo-case country="DE" hidden>A</geo-case>B</geo-switch>', 'B'],
  ['<geo-switch hidden><geo-case country="FR"><template>A</template></geo-case></geo-switch>', 'A'],
  ['<geo-if country="FR"><p data-geo-text="{city}">C</p><p data-geo-show="country: DE">D</p></geo-if>', 'Lyon'],
] as const;

const style =
  '<style>.card { display: flex; padding: 20px; border: 1px solid } geo-text::part(value), geo-currency::part(value) { font-weight: bold; padding: 3px }</style>';
const body = rows.map(([markup, right]) => `<div data-right="${right}">${markup}</div>`).join('\n');

test('elements are right in every frame', async ({ page, site }) => {
  await visitFirst(page, site);
  await expectRightFrames(page, site, [watched(headTag, body, style)]);
});

test('elements are right in every frame of a page that comes in pieces, cut anywhere', async ({ page, site }) => {
  await visitFirst(page, site);
  const html = watched(headTag, body, style);
  const start = html.indexOf('<h1>');
  await expectRightFrames(page, site, [html.slice(0, start), ...cut(html.slice(start), 24)], { loads: 3, pauseMs: 30 });
});

const written = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-right]')]
      .map((row) => row.outerHTML)
      .join('\n')
      .replace(/ (hidden|eu)=""/g, ' $1'),
  );

test('what elements show is made once, and destroy() leaves what was written', async ({ page, site }) => {
  await visitFirst(page, site);
  await load(page, site.page(watched(headTag, body, style), { path: '/again' }));
  expect(
    await page.evaluate(() => document.querySelectorAll('geo-if template ~ :not(template)').length),
    'each template cloned once',
  ).toBe(3);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await written(page)).toBe(body);
});

test('an element whose end has not come shows what is there, and more as it comes', async ({ page, site }) => {
  await visitFirst(page, site);
  let send = (_piece: string) => {};
  let end = () => {};
  site.file('/slow', (request, response) => {
    inPieces([watched(headTag, '').replace('</body></html>', '<main><geo-if country="DE">A')], 1e6)(request, response);
    send = (piece) => response.write(piece);
    end = () => response.end();
  });
  await page.goto(`${site.url}/slow`, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.geolet?.visitor && document.querySelector('geo-if'));
  const main = page.locator('main');
  expect(await visibleText(main)).toBe('');
  send('A<b slot="else" hidden>B</b>');
  await expect.poll(() => visibleText(main)).toBe('B');
  send('<b slot="else" hidden>B</b>C');
  await expect.poll(() => visibleText(main)).toBe('BB');
  end();
});

test('without a record elements stay as written until there is one', async ({ page, site }) => {
  site.geo = () => {};
  await page.goto(
    site.page('<main><geo-text template="{city}">you</geo-text></main>', {
      tag: '<script src="/geolet.js" data-timeout-ms="9000"></script>',
    }),
  );
  await page.waitForFunction(() => document.querySelector('geo-text')?.matches(':defined'));
  expect(await visibleText(page.locator('main'))).toBe('you');
});
