import { startSite } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';

const lyon = { countryCode: 'FR', city: 'Lyon', latitude: '45.7485', longitude: '4.8467' };
/** Lyon to Paris is 392 km, or 244 miles. */
const rows = [
  ['within', '<geo-if near="48.8566,2.3522,400km" hidden>A</geo-if>', 'A'],
  ['beyond', '<geo-if near="48.8566,2.3522,390km">A <i slot="else" hidden>B</i></geo-if>', 'B'],
  ['within, in miles', '<geo-if near="48.8566, 2.3522, 250 mi" hidden>A</geo-if>', 'A'],
  ['beyond, in miles', '<geo-if near="48.8566,2.3522,240mi" hidden>A</geo-if>', ''],
  ['not beyond', '<geo-if not-near="48.8566,2.3522,390km" hidden>A</geo-if>', 'A'],
  [
    'a case',
    '<geo-switch><geo-case near="34.69,135.5,100km" hidden>A</geo-case><geo-case near="45.76,4.84,20km" hidden>B</geo-case>C</geo-switch>',
    'B',
  ],
  ['a binding', '<b data-geo-show="near: 45.76,4.84,20km; country: FR" hidden>A</b>', 'A'],
  ['a binding beyond', '<b data-geo-hide="near: 45.76,4.84,20km">A</b>', ''],
  ['known', '<geo-if near="*" hidden>A</geo-if>', 'A'],
  ['unknown', '<geo-if near="unknown" hidden>A</geo-if>', ''],
] as const;
const page = `<main>${rows.map(([, html]) => html).join(' ¦ ')}</main>`;
const written = ['', 'A', '', '', '', 'C', '', 'A', '', ''];

test('near is answered by the distance', async ({ page: tab, site }) => {
  answer(site, lyon);
  await open(tab, site.page(page));
  await expect
    .poll(async () => (await visibleText(tab.locator('main'))).split('¦').map((text) => text.trim()))
    .toEqual(rows.map(([, , expected]) => expected));
  expect(await tab.evaluate(() => globalThis.geolet?.matches('near: 45.76,4.84,20km'))).toBe(true);
});

test('near is answered from the record, once it has coordinates', async ({ page: tab, expectLines }) => {
  expectLines();
  const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '', {
    expose: ['latitude', 'longitude'],
  });
  site.visitor = visitors.osaka;
  const html =
    '<main><geo-if near="34.69,135.5,60km" hidden>A</geo-if><geo-if near="48.85,2.35,60km">B</geo-if></main>';
  await open(tab, site.page(html));
  await expect.poll(() => visibleText(tab.locator('main'))).toBe('A');
  await site.close();
});

test('near is unknown without coordinates and after a choice', async ({ page: tab, site, expectLines, lines }) => {
  expectLines(/kept-back: latitude\./);
  answer(site, { countryCode: 'FR' });
  await open(tab, site.page(page));
  const shown = async () => (await visibleText(tab.locator('main'))).split('¦').map((text) => text.trim());
  const unknown = [...written.slice(0, -1), 'A'];
  expect(await shown()).toEqual(unknown);
  expect(site.requests.filter((path) => /conditions/.test(path))).toEqual([]);
  answer(site, lyon);
  await tab.evaluate(() => globalThis.geolet?.refresh());
  await expect.poll(shown).toEqual(rows.map(([, , expected]) => expected));
  await be(tab, 'JP');
  expect(await shown()).toEqual(unknown);
  expect(lines).toHaveLength(1);
});

test('a near that cannot be read is named once @rare', async ({ page, page: tab, expectLines, lines }) => {
  const rows = ['48.85,2.35', '48.85,2.35,50', 'Paris,50km', '148,2,50km', '48,85,2,35,50km'];
  await eachRow(rows, page, async (area, site) => {
    lines.length = 0;

    expectLines(/unusable-value: <geo-if near=/);
    answer(site, lyon);
    await open(tab, site.page(`<main><geo-if near="${area}">A <i slot="else" hidden>B</i></geo-if></main>`));
    await expect.poll(() => lines.length).toBe(1);
    await tab.evaluate(() => globalThis.geolet?.refresh());
    expect(await visibleText(tab.locator('main'))).toBe('A');
    expect(lines).toHaveLength(1);
  });
});
