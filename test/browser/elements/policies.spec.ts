import { scriptTag } from '../../support/site.ts';
import { expect, open, settled, test, visibleText } from '../support/test.ts';
import { expected, page as table, records } from './rows.ts';
import { answer, be, shown } from './support.ts';

const values =
  '<p><geo-text template="{country}">x</geo-text> <geo-currency prices="USD 1, EUR 2">$1</geo-currency> <b data-geo-text="{country}">y</b></p>';
const nonced = scriptTag.replace('<script', '<script nonce="abc"');

/** Violations of any policy, as the page's own listener sees them. */
const watch = () => {
  const violations: string[] = [];
  Reflect.set(window, 'violations', violations);
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    violations.push(`${violatedDirective} ${sample}`),
  );
};

test('every form works under the strictest policy, without a violation', async ({ page, site }) => {
  answer(site, { ...records.no, currencyCode: 'EUR' });
  await page.addInitScript(watch);
  site.headers = {
    'content-security-policy':
      "default-src 'self' data:; script-src 'nonce-abc' 'strict-dynamic'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await open(page, site.page(table + values, { tag: nonced }));
  for (const [words, column] of [
    [undefined, 'no'],
    ['FR', 'yes'],
    ['unknown', 'unknown'],
    ['FR', 'yes'],
  ] as const) {
    await be(page, words);
    expect(await shown(page), `as ${words}`).toEqual(expected(column));
  }
  expect(await visibleText(page.locator('p').last())).toBe('France €2 France');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.evaluate(() => Reflect.get(window, 'violations') as unknown)).toEqual([]);
});

test('a policy that lets in geolet.js alone has its elements, which are in it', async ({ page, site }) => {
  site.headers = { 'content-security-policy': `script-src ${site.url}/geolet.js` };
  await page.goto(site.page(`<geo-if country="JP">A</geo-if>${values}`));
  await expect.poll(() => visibleText(page.locator('body'))).toBe('France €2 France');
});

test('a policy that refuses the file of the elements leaves bindings', async ({ page, site, expectLines }) => {
  expectLines(
    /violates the following Content Security Policy directive/,
    /^warning: \[geolet\] file-refused: elements/,
  );
  site.headers = { 'content-security-policy': `script-src ${site.url}/geolet-bindings.js` };
  await page.goto(
    site.page(`<geo-if country="JP">A</geo-if>${values}`, {
      tag: scriptTag.replace('geolet.js', 'geolet-bindings.js'),
    }),
  );
  await expect(page.locator('b')).toHaveText('France');
  expect(await visibleText(page.locator('body'))).toBe('A x $1 France');
});

test('a tag name that another library took stays theirs @rare', async ({ page, site, expectLines }) => {
  expectLines(/^warning: \[geolet\] duplicate: <geo-if> is defined already/);
  const head = `<script>customElements.define('geo-if', class extends HTMLElement { connectedCallback() { this.dataset.theirs = 'yes' } })</script>`;
  await open(
    page,
    site.page(
      `<main><geo-if country="JP">A</geo-if><geo-switch><geo-case country="FR" hidden><geo-if>B</geo-if></geo-case>C</geo-switch></main>${values}`,
      { head },
    ),
  );
  expect(await visibleText(page.locator('body'))).toBe('A B France €2 France');
  await be(page, 'JP');
  expect(await visibleText(page.locator('main'))).toBe('A C');
  expect(await page.locator('geo-if[data-theirs=yes]').count()).toBe(2);
});

test('a page with another copy of lit keeps it @rare', async ({ page, site, expectLines }) => {
  expectLines();
  site.headers = { 'content-security-policy': "trusted-types lit-html; require-trusted-types-for 'script'" };
  const head = `<script>trustedTypes.createPolicy('lit-html', { createHTML: (text) => text })</script>`;
  await page.goto(site.page(`<main>${values}</main>`, { head }));
  await settled(page);
  expect(await visibleText(page.locator('main'))).toBe('France €2 France');
});
