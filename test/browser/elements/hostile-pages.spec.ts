import { expect, open, test, visibleText } from '../support/test.ts';

const body =
  '<main><b data-geo-text="{country}">you</b> <geo-text template="{city}">there</geo-text> <geo-if country="DE">A<i slot="else" hidden>B</i></geo-if></main>';

test.describe('bindings work where the page has @rare', () => {
  test('a define that throws', async ({ page, site, expectLines }) => {
    expectLines(/\[geolet\] file-refused: elements: Error: not here/);
    const head = "<script>customElements.define = () => { throw new Error('not here') }</script>";
    await page.goto(site.page(body, { head }));
    await expect.poll(() => visibleText(page.locator('main'))).toBe('France there A');
  });

  // lit reads these from `window`, where such an element is, too, and takes it for its own.
  for (const id of ['litPropertyMetadata', 'reactiveElementVersions', 'reactiveElementPolyfillSupport'])
    test(`an element with the id ${id}, with which elements stay as written`, async ({ page, site, expectLines }) => {
      expectLines(/\[geolet\] file-refused: elements: TypeError/);
      await page.goto(site.page(`<i id="${id}"></i>${body}`));
      await expect.poll(() => visibleText(page.locator('main'))).toBe('France there A');
    });

  for (const id of ['ShadyCSS', 'trustedTypes', 'litNonce'])
    test(`an element with the id ${id}, with which elements work too`, async ({ page, site }) => {
      await open(page, site.page(`<i id="${id}"></i>${body}`));
      expect(await visibleText(page.locator('main'))).toBe('France Lyon B');
    });
});

test('elements show without attachInternals and without sheets made by scripts @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals');
    Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replace');
  });
  await open(page, site.page(body));
  expect(await visibleText(page.locator('main'))).toBe('France Lyon B');
});

test("an owner's element that is defined after geolet.js comes too late @rare", async ({ page, site }) => {
  const own =
    "<script>try { customElements.define('geo-text', class extends HTMLElement {}) } catch { document.body.dataset.late = 'yes' }</script>";
  await open(page, site.page(body + own, { tag: '<script src="/geolet.js"></script>' }));
  expect(await visibleText(page.locator('main'))).toBe('France Lyon B');
  await expect(page.locator('body')).toHaveAttribute('data-late', 'yes');
});
