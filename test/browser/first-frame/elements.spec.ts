import type { Page } from '@playwright/test';
import { cut, inPieces } from '../../support/first-frame.ts';
import type { Site } from '../../support/site.ts';
import { headTag } from '../../support/ways-to-install.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { expectRightFrames, visitFirst, watched } from './support.ts';

/** What is written, and what a visitor from Lyon reads. */
const rows = [
  ['<geo-text template="Shoes for {city}">Shoes for you</geo-text>', 'Shoes for Lyon'],
  ['<geo-currency prices="USD 49, EUR 45">$49</geo-currency>', '€45'],
  ['<geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55"><s>$59</s> $49</geo-currency>', '€55 €45'],
  ['<geo-currency prices="EUR 45">45 euros</geo-currency>', '45 euros'],
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
  ['<geo-if country="FR"><p data-geo-text="{city}">C</p><p data-geo-show="country: DE">D</p></geo-if>', 'Lyon'],
] as const;

const style =
  '<style>.card { display: flex; padding: 20px; border: 1px solid } geo-text::part(value), geo-currency::part(value) { font-weight: bold; padding: 3px }</style>';
const body = rows.map(([markup, right]) => `<div data-right="${right}">${markup}</div>`).join('\n');

/** Keeps the elements' file back, as a slow network does. */
async function delayElements(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/geolet-elements.*', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('elements are right in every frame, before and after their file comes', async ({ page, site }) => {
  await visitFirst(page, site);
  await expectRightFrames(page, site, [watched(headTag, body, style)]);
});

test('elements are right in every frame of a page that comes in pieces, cut anywhere', async ({ page, site }) => {
  await visitFirst(page, site);
  const html = watched(headTag, body, style);
  const start = html.indexOf('<h1>');
  await expectRightFrames(page, site, [html.slice(0, start), ...cut(html.slice(start), 25)], { loads: 3, pauseMs: 30 });
});

async function openWithoutElements(page: Page, site: Site): Promise<() => void> {
  await visitFirst(page, site);
  const release = await delayElements(page);
  await page.goto(site.page(watched(headTag, body, style), { path: '/again' }));
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  return release;
}

const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is([data-right],[data-right] *):not(geo-t)')].map((element) =>
      Object.values(element.getBoundingClientRect().toJSON() as object).join(' '),
    ),
  );

test('elements stand where they stand when their file has come', async ({ page, site }) => {
  const release = await openWithoutElements(page, site);
  expect(await page.evaluate(() => document.querySelector('geo-if')?.matches(':defined'))).toBe(false);
  const before = await boxes(page);
  release();
  await page.waitForFunction(() => !document.querySelector(':is(geo-if,geo-text,geo-currency):not(:defined)'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await boxes(page)).toEqual(before);
  expect(
    await page.evaluate(() => document.querySelectorAll('geo-if template ~ :not(template)').length),
    'each template cloned once',
  ).toBe(3);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await written(page)).toBe(body);
});

const written = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-right]')]
      .map((row) => row.outerHTML)
      .join('\n')
      .replace(/ (hidden|eu)=""/g, ' $1'),
  );

test('elements follow another visitor, and nobody, while their file has not come', async ({ page, site }) => {
  await openWithoutElements(page, site);
  const texts = () => Promise.all([2, 10, 11, 14, 15].map((row) => visibleText(page.locator('[data-right]').nth(row))));
  expect(await texts()).toEqual(['€55 €45', 'A', 'B', 'B', 'C']);
  await page.evaluate(() => globalThis.geolet?.override('DE'));
  expect(await texts()).toEqual(['€55 €45', 'B', 'A', 'A', 'A']);
  await page.evaluate(() => globalThis.geolet?.override('unknown'));
  expect(await texts()).toEqual(['$59 $49', 'A', 'A', 'B', 'B']);
  await page.evaluate(() => {
    globalThis.geolet?.reset();
    globalThis.geolet?.destroy();
  });
  expect(await texts()).toEqual(['$59 $49', 'A', 'A', 'B', 'B']);
});

test('an element whose end has not come shows what is there, and more as it comes', async ({ page, site }) => {
  await visitFirst(page, site);
  await delayElements(page);
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
