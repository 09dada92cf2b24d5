import { boundNodes, cut, inPieces } from '../../support/first-frame.ts';
import { headTag } from '../../support/ways-to-install.ts';
import { expect, test, visibleText } from '../support/test.ts';
import { expectRightFrames, load, visitFirst, watched } from './support.ts';

test('a page that comes in pieces, cut anywhere, is right in every frame', async ({ page, site }) => {
  await visitFirst(page, site);
  const html = watched(headTag, boundNodes(200));
  const start = html.indexOf('<ul>');
  await expectRightFrames(page, site, [html.slice(0, start), ...cut(html.slice(start), 9)]);
});

test('a part that is not for the visitor never shows, however slowly it comes @rare', async ({ page, site }) => {
  await visitFirst(page, site);
  const [head = '', tail = ''] = watched(
    headTag,
    '<section data-geo-hide="country: FR" data-right=""><p>One</p>¦<p>Two</p></section>',
  ).split('¦');
  await expectRightFrames(page, site, [head, '<p>More</p>', tail], { loads: 2 });
});

test('text that the parser has not finished is right at once, and goes back whole @rare', async ({ page, site }) => {
  await visitFirst(page, site);
  const pieces = watched(
    headTag,
    '<p id="a" data-geo-text="Hello {country}" data-right="Hello France">Hel¦lo¦ you</p><p id="b" data-geo-text="Hello {country}" data-right="Hello France">¦Hello</p><p id="c" data-geo-text="Hello {country}" data-right="Hello France">¦</p><i>.</i>',
  ).split('¦');
  await expectRightFrames(page, site, pieces, { loads: 2 });
  await load(page, `${site.url}/again`);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.evaluate(() => ['a', 'b', 'c'].map((id) => document.getElementById(id)?.innerHTML))).toEqual([
    'Hello you',
    'Hello',
    '',
  ]);
});

test('text into which an element comes goes back, and is named @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] element-children/);
  await visitFirst(page, site);
  site.file(
    '/again',
    inPieces(watched(headTag, '<p data-geo-text="Hello {country}">Hello ¦dear <b>¦you</b></p>').split('¦'), 50),
  );
  await load(page, `${site.url}/again`);
  expect(await visibleText(page.locator('p'))).toBe('Hello dear you');
});

test('a field whose options are still coming keeps its default until all are there @rare', async ({ page, site }) => {
  await visitFirst(page, site);
  site.file(
    '/again',
    inPieces(
      watched(
        headTag,
        '<select data-geo-value="{country}"><option>FR</option>¦<option selected>JP</option>¦</select>',
      ).split('¦'),
      50,
    ),
  );
  await load(page, `${site.url}/again`);
  await expect(page.locator('select')).toHaveValue('FR');
});
