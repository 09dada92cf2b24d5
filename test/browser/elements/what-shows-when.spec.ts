import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';
import { expected, page as table, records } from './rows.ts';
import { answer, be, shown } from './support.ts';

const patient = '<script async src="/geolet.js" data-endpoint="/geo" data-timeout-ms="60000"></script>';

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });
  test('every form shows as written', async ({ page, site }) => {
    await page.goto(site.page(table));
    expect(await shown(page)).toEqual(expected('written'));
  });
});

test('before the answer every form shows as written', async ({ page, site }) => {
  site.geo = faults.hang;
  await page.goto(site.page(table, { tag: patient }));
  await page.waitForFunction(() => document.querySelector('geo-if')?.matches(':defined'));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => document.documentElement.dataset.visitorStatus)).toBe('pending');
  expect(await shown(page)).toEqual(expected('written'));
});

for (const [column, record] of Object.entries(records)) {
  test(`when the answer is ${column} every form follows it`, async ({ page, site }) => {
    answer(site, record);
    await open(page, site.page(table));
    expect(await shown(page)).toEqual(expected(column === 'yes' ? 'yes' : 'no'));
  });
}

test('when the country is not known every form shows as written, unless it names that', async ({ page, site }) => {
  site.visitor = visitors.nowhere;
  await open(page, site.page(table));
  expect(await shown(page)).toEqual(expected('unknown'));
});

test('when the proxy is down every form shows as written', async ({ page, site, expectLines }) => {
  expectLines(/ERR_EMPTY_RESPONSE|ERR_CONNECTION/, /^warning: \[geolet\] (network|timeout)/);
  site.geo = faults.reset;
  await open(page, site.page(table, { tag: patient.replace('60000', '500') }));
  expect(await page.evaluate(() => document.documentElement.dataset.visitorStatus)).toBe('fallback');
  expect(await shown(page)).toEqual(expected('unknown'));
});

test('every form flips without a reload, and back', async ({ page, site }) => {
  answer(site, records.no);
  await open(page, site.page(table));
  for (const [words, column] of [
    ['FR', 'yes'],
    ['DE', 'no'],
    ['unknown', 'unknown'],
    ['FR', 'yes'],
    [undefined, 'no'],
  ] as const) {
    await be(page, words);
    expect(await shown(page), `as ${words}`).toEqual(expected(column));
  }
});

// A page's own rules about display win over `:host`, and over the `hidden` of browsers.
for (const [name, css, alsoShown] of [
  ['a display for the tags', 'geo-if,geo-switch,geo-case{display:grid}', {}],
  // What such a rule shows as written, `hidden` or not, shows as written.
  [
    'a display for children',
    'geo-if>*,geo-case>*,[slot=else]{display:flex}',
    { 'hidden child': 'A more', 'hidden content beside a template': 'B' },
  ],
  ['an important hidden', '[hidden]{display:none!important}', {}],
] as const) {
  test(`every form answers alike where the page's CSS has ${name} @rare`, async ({ page, site }) => {
    answer(site, records.no);
    await open(page, site.page(table, { head: `<style>${css}</style>` }));
    for (const [words, column] of [
      ['FR', 'yes'],
      ['DE', 'no'],
      ['unknown', 'unknown'],
    ] as const) {
      await be(page, words);
      expect(await shown(page), `as ${words}`).toEqual({
        ...expected(column),
        ...(column === 'unknown' ? alsoShown : {}),
      });
    }
  });
}

test('every form answers alike in a browser without custom states @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    CustomStateSet.prototype.add = () => {
      throw new SyntaxError('two dashes');
    };
  });
  answer(site, records.no);
  await open(page, site.page(table));
  for (const [words, column] of [
    ['FR', 'yes'],
    ['DE', 'no'],
    ['unknown', 'unknown'],
  ] as const) {
    await be(page, words);
    expect(await shown(page), `as ${words}`).toEqual(expected(column));
  }
});

test('an option shows by data-geo-show, and does not by a tag in the select @rare', async ({ page, site }) => {
  answer(site, records.no);
  const html =
    '<select><option data-geo-show="country: FR">A</option><option data-geo-show="country: DE" hidden>B</option></select>';
  await open(page, site.page(html));
  const visible = () =>
    page
      .locator('option')
      .evaluateAll((options) =>
        options.filter((option) => getComputedStyle(option).display !== 'none').map((option) => option.textContent),
      );
  expect(await visible()).toEqual(['B']);
  await be(page, 'FR');
  expect(await visible()).toEqual(['A']);
});

test('nothing to show leaves no box, and something has one @rare', async ({ page, site }) => {
  answer(site, records.no);
  const card = '<style>geo-if,geo-switch{display:block;padding:10px;border:1px solid}</style>';
  await open(
    page,
    site.page(
      '<geo-if country="FR">A</geo-if><geo-if country="FR" hidden>A</geo-if><geo-if city="Paris" hidden>A</geo-if><geo-if country="DE">B</geo-if>',
      { head: card },
    ),
  );
  const boxes = await page
    .locator('geo-if')
    .evaluateAll((elements) => elements.map((element) => element.getClientRects().length));
  expect(boxes).toEqual([0, 0, 0, 1]);
});
