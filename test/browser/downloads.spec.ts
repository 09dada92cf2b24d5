import { expect, open, test } from './support/test.ts';

/** The widget's files that a page asked for, without their hashes. */
function files(requests: readonly string[]): string[] {
  return requests.filter((path) => path.startsWith('/geolet')).map((path) => path.replace(/\.[\w-]+(?=\.js$)/, ''));
}

const pages = [
  ['no markup of ours', '<p>Nothing</p>', []],
  ['bindings alone', '<p data-geo-text="{city}">you</p><p data-geo-show="country: FR">A</p><p data-geo-currency="USD 1, EUR 2">$1</p><p class="geo-hide-de">B</p>', []],
  ['core elements', '<geo-if country="FR">A</geo-if><geo-switch><geo-case country="FR" hidden>B</geo-case></geo-switch><geo-text template="{city}">C</geo-text><geo-currency prices="USD 1, EUR 2">$1</geo-currency>', ['/geolet-elements']],
  ['a flag', '<geo-flag></geo-flag>', ['/geolet-elements', '/geolet-flag', '/geolet-flags/fr.svg']],
  ['a time', '<geo-time datetime="2026-12-01T18:00:00Z">x</geo-time>', ['/geolet-elements', '/geolet-time']],
  ['a rare condition', '<p data-geo-show="query: a">A</p>', ['/geolet-conditions']],
] as const;

for (const [name, body, expected] of pages) {
  test(`a page with ${name} downloads ${expected.length ? expected.join(', ') : 'geolet.js alone'}`, async ({ page, site }) => {
    await open(page, site.page(body));
    await page.waitForLoadState('networkidle');
    expect(files(site.requests).filter((file) => file !== '/geolet.js').map((file) => file.replace(/\.js$/, '')).sort()).toEqual([...expected].sort());
  });
}
