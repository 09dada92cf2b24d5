import type { Page } from '@playwright/test';
import { scriptTag } from '../support/site.ts';
import { answer } from './elements/support.ts';
import { expect, open, test } from './support/test.ts';

interface LoadedPage {
  readonly name: string;
  readonly body: string;
  /** The loader on the page. `geolet` where none is named. */
  readonly loader?: 'geolet-bindings';
  /** The files that it fetches beside the loader. */
  readonly files: readonly string[];
  /** The response of the lookup, where the proxy of the tests keeps back what the page needs. */
  readonly record?: Readonly<Record<string, string>>;
}

const prices = 'USD 1, EUR 2';
const lyon = { countryCode: 'FR', city: 'Lyon', latitude: '45.76', longitude: '4.84' };
const shops =
  '<script type="application/json" data-geo-settings>{"places":{"shops":[{"name":"Paris","latitude":48.86,"longitude":2.35,"url":"/paris"}]}}</script>';

const bindings = `<p data-geo-text="{city}">you</p><p data-geo-show="country: FR">A</p><p data-geo-currency="${prices}">$1</p><a data-geo-href="/{country:lower}" href="/">B</a><p class="geo-hide-de">C</p>`;
const coreElements = `<geo-if country="FR">A</geo-if><geo-switch><geo-case country="FR" hidden>B</geo-case></geo-switch><geo-text template="{city}">C</geo-text><geo-currency prices="${prices}">$1</geo-currency>`;

const pages: readonly LoadedPage[] = [
  { name: 'no markup of ours', body: '<p>Nothing</p>', files: [] },
  { name: 'bindings', body: bindings, files: [] },
  { name: 'bindings alone', body: bindings, loader: 'geolet-bindings', files: [] },
  { name: 'core elements', body: coreElements, files: [] },
  {
    name: 'core elements and the loader for bindings',
    body: coreElements,
    loader: 'geolet-bindings',
    files: ['geolet-elements'],
  },
  { name: 'a flag', body: '<geo-flag></geo-flag>', files: ['geolet-flag', 'geolet-flags/fr.svg'] },
  {
    name: 'a country picker',
    body: '<geo-select countries="US CA FR" label="Country" reset="Where I am"></geo-select>',
    files: ['geolet-select'],
  },
  {
    name: 'a picker of all countries',
    body: '<geo-select></geo-select>',
    files: ['geolet-select', 'geolet-choices'],
  },
  {
    name: 'an opt-out',
    body: '<geo-optout>Do not sell my data<b slot="honored" hidden>Honored</b></geo-optout>',
    files: ['geolet-optout'],
  },
  {
    name: 'a time',
    body: '<geo-time datetime="2026-12-01T18:00:00Z">x</geo-time>',
    files: ['geolet-time'],
  },
  {
    name: 'a delivery date',
    body: '<geo-delivery days="*: 1-2" timezone="Europe/Lisbon">x</geo-delivery>',
    files: ['geolet-delivery'],
  },
  {
    name: 'opening hours',
    body: '<geo-time hours="mon-fri 09:00-17:30" timezone="Europe/Paris" open="Open" closed="Closed">x</geo-time>',
    files: ['geolet-time', 'geolet-times'],
  },
  {
    name: 'the nearest place',
    body: `<geo-nearest places="shops" template="{name}, {distance} away" href="{url}">x</geo-nearest>${shops}`,
    files: ['geolet-nearest'],
    record: lyon,
  },
  {
    name: 'a button that asks where the visitor is',
    body: `<geo-nearest places="shops" template="{name}">x<button slot="locate" hidden>Locate me</button></geo-nearest>${shops}`,
    files: ['geolet-nearest', 'geolet-places'],
    record: lyon,
  },
  {
    name: 'a suggestion for others',
    body: '<geo-suggest country="DE" href="/de" hidden>A</geo-suggest>',
    files: ['geolet-suggest'],
  },
  {
    name: 'a suggestion',
    body: '<geo-suggest country="FR" href="/fr" hidden>A</geo-suggest>',
    files: ['geolet-suggest', 'geolet-suggestion'],
  },
  {
    name: 'a price by place',
    body: '<p data-geo-currency="USD 1, FR: EUR 2">$1</p>',
    files: ['geolet-prices'],
    record: lyon,
  },
  {
    name: 'what is left of an amount',
    body: '<geo-currency prices="USD 1, EUR 2" minus="EUR 1">$1</geo-currency>',
    files: ['geolet-prices', 'geolet-threshold'],
    record: lyon,
  },
  { name: 'a rare condition', body: '<p data-geo-show="query: a">A</p>', files: ['geolet-conditions'] },
];

/** The widget's files that a page asks for, by their names without hashes. */
async function askedFiles(page: Page, url: string): Promise<string[]> {
  const asked = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isScript = response.request().resourceType() === 'script';
    if (isScript || pathname.startsWith('/geolet-')) asked.add(pathname.slice(1).replace(/(\.[\w-]+)?\.js$/, ''));
  });
  await open(page, url);
  await page.waitForLoadState('networkidle');
  return [...asked].sort();
}

for (const { name, body, loader = 'geolet', files, record } of pages)
  test(`with ${name} a page asks for ${[loader, ...files].join(', ')} @rare`, async ({ page, site, expectLines }) => {
    if (loader !== 'geolet' && files.length) expectLines(/late-elements/);
    if (record) answer(site, record);
    const asked = await askedFiles(page, site.page(body, { tag: scriptTag.replace('geolet', loader) }));
    expect(asked).toEqual([loader, ...files].sort());
  });
