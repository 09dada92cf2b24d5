import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { scriptTag, type Site } from '../../support/site.ts';
import { expect, open, settled, test, visibleText, eachRow } from '../support/test.ts';
import { answer, be, nextFrame } from './support.ts';
import { records } from './rows.ts';

const heavy =
  '<img src="/pixel.gif" alt=""><iframe src="/frame.html"></iframe><script src="/late.js"></script><link rel="stylesheet" href="/late.css">';

/** Serves what the content of a template asks for. @returns which of it has been asked for. */
function serveHeavy(site: Site): () => string[] {
  site.file('/frame.html', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('frame'),
  );
  site.file('/late.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.runs = (window.runs ?? 0) + 1'),
  );
  site.file('/late.css', (_request, response) => response.writeHead(200, { 'content-type': 'text/css' }).end(''));
  let framed = false;
  site.file('/frame.html', (_request, response) => {
    framed = true;
    response.writeHead(200, { 'content-type': 'text/html' }).end('frame');
  });
  return () =>
    [...site.requests.filter((path) => /^\/(pixel|late)/.test(path)), ...(framed ? ['/frame.html'] : [])].sort();
}

const runs = (page: Page) => page.evaluate(() => Reflect.get(window, 'runs') as unknown);

for (const [name, html] of Object.entries({
  'a geo-if': `<geo-if country="FR"><template>A${heavy}</template>B</geo-if>`,
  'a case': `<geo-switch><geo-case country="FR" hidden><template>A${heavy}</template></geo-case>B</geo-switch>`,
  'an else': `<geo-if not-country="FR">B<template slot="else">A${heavy}</template></geo-if>`,
  'a template in a template': `<geo-if continent="EU"><template>B<geo-if country="FR"><template>A${heavy}</template></geo-if></template></geo-if>`,
})) {
  test(`nothing in the template of ${name} is fetched before it shows, all of it after`, async ({ page, site }) => {
    answer(site, records.no);
    const asked = serveHeavy(site);
    await open(page, site.page(`<main>${html}</main>`));
    expect(await visibleText(page.locator('main'))).toBe('B');
    await be(page, 'unknown');
    expect(asked()).toEqual([]);
    for (const words of ['FR', 'DE', 'FR']) await be(page, words);
    await expect.poll(() => runs(page)).toBe(1);
    await expect.poll(asked).toEqual(['/frame.html', '/late.css', '/late.js', '/pixel.gif']);
    expect(await visibleText(page.locator('main'))).toMatch(/A$/);
  });
}

test('what was typed is kept between switches @rare', async ({ page, site }) => {
  const html =
    '<geo-if country="FR"><template><input id="a"></template><p slot="else" hidden><input id="b"></p></geo-if>';
  await open(page, site.page(html));
  const leave = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.fill('#a', 'one');
  await leave();
  await be(page, 'DE');
  await page.fill('#b', 'two');
  await leave();
  expect(await page.locator('#a').isVisible()).toBe(false);
  await be(page, 'FR');
  expect(await page.inputValue('#a')).toBe('one');
  expect(await page.locator('#b').isVisible()).toBe(false);
  await be(page, 'DE');
  expect(await page.inputValue('#b')).toBe('two');
});

test('a script in a template that takes itself away has run once @rare', async ({ page, site }) => {
  const script = '<script>window.runs = (window.runs ?? 0) + 1; document.currentScript.remove()</script>';
  const html = `<main><geo-if country="FR"><template>${script}</template></geo-if><geo-if country="FR"><template>A${script}</template></geo-if></main>`;
  await open(page, site.page(html));
  for (const words of ['DE', 'FR']) await be(page, words);
  expect(await runs(page)).toBe(2);
  expect(await visibleText(page.locator('main'))).toBe('A');
});

test('nodes that a morph took come again, and their scripts do not @rare', async ({ page, site }) => {
  const html =
    '<main><geo-if country="FR"><template><b>A</b><script>window.runs = (window.runs ?? 0) + 1</script></template>B</geo-if></main>';
  await open(page, site.page(html));
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('geo-if > :not(template)')) node.remove();
  });
  await nextFrame(page);
  expect(await visibleText(page.locator('main'))).toBe('A');
  expect(await runs(page)).toBe(1);
});

test('the content is part of the page: its CSS, its bindings and its elements', async ({ page, site }) => {
  const head = '<style>geo-if > b + i { color: rgb(1, 2, 3) } main > geo-if { display: flex; gap: 10px }</style>';
  await open(
    page,
    site.page(
      '<main><geo-if country="FR"><template><b data-geo-text="{city}">x</b><i>y</i> z <geo-text template="{country}">c</geo-text></template>B</geo-if></main>',
      { head },
    ),
  );
  expect(await visibleText(page.locator('main'))).toBe('Lyon y z France');
  expect(await page.locator('i').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
});

test.describe('while the parser is still writing the page @rare', () => {
  /** A page that the server sends as the test says. */
  async function stream(page: Page, site: Site, start: string): Promise<ServerResponse> {
    const started = new Promise<ServerResponse>((resolve) => {
      site.file('/streamed', (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .write(
            `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">${scriptTag}</head><body><geo-if id="first" country="FR">first</geo-if><main>${start}`,
          );
        resolve(response);
      });
    });
    await page.goto(`${site.url}/streamed`, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => document.querySelector('#first')?.matches(':state(ready)') && document.querySelector('main > *'),
    );
    await nextFrame(page);
    return started;
  }

  test('a page that is cut anywhere shows nothing by halves', async ({ page }) => {
    const rows = [
      [
        'in the text of a template',
        '<geo-if country="FR"><template>one <b>tw',
        '',
        'o</b> three</template>B</geo-if>',
        'one two three',
      ],
      [
        'between the elements of a template',
        '<geo-if country="FR"><template><p>one</p>',
        '',
        '<p>two</p></template>B</geo-if>',
        'one two',
      ],
      ['behind a template', '<geo-if country="FR"><template>one</template>', '', 'B</geo-if>', 'one'],
      [
        'in the content behind a template',
        '<geo-if country="FR"><template>one</template><p>B</p>',
        'one',
        '<p>C</p></geo-if>',
        'one',
      ],
      [
        'in a hidden form',
        '<geo-if country="FR" hidden><template>one <b>tw',
        '',
        'o</b></template></geo-if>',
        'one two',
      ],
      [
        'in a template for else',
        '<geo-if country="JP"><p>A</p><template slot="else">on',
        'A',
        'e</template></geo-if>',
        'one',
      ],
      ['in a plain form', '<geo-if country="JP"><p>A</p>', '', '<p>B</p></geo-if>', ''],
      ['before an else', '<geo-if country="JP"><p>A</p>', '', '<p slot="else" hidden>B</p></geo-if>', 'B'],
      [
        'in a case',
        '<geo-switch><geo-case country="FR" hidden><p>one</p>',
        'one',
        '<p>two</p></geo-case><geo-case country="FR" hidden>B</geo-case>D</geo-switch>',
        'one two',
      ],
      [
        'in the template of a case',
        '<geo-switch><geo-case country="FR" hidden><template>on',
        '',
        'e</template></geo-case>D</geo-switch>',
        'one',
      ],
      [
        'before the case that matches',
        '<geo-switch><p>D</p><geo-case country="JP" hidden>A</geo-case>',
        'D',
        '<geo-case country="FR" hidden>B</geo-case></geo-switch>',
        'B',
      ],
    ] as const;
    await eachRow(rows, page, async ([, start, meanwhile, rest, end], site) => {
      const response = await stream(page, site, start);
      expect(await visibleText(page.locator('main'))).toBe(meanwhile);
      response.end(`${rest}</main></body></html>`);
      await page.waitForLoadState('domcontentloaded');
      await settled(page);
      expect(await visibleText(page.locator('main'))).toBe(end);
    });
  });
});
