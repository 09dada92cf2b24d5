import { expect, open, test, visibleText } from '../support/test.ts';
import { be, nextFrame } from './support.ts';

const inside =
  '<geo-text template="{country}">x</geo-text> <geo-currency prices="USD 1, EUR 1234.50">$1</geo-currency> <span data-geo-text="{country}">x</span> <span data-geo-currency="USD 1, EUR 1234.50">$1</span>';

for (const mode of ['open', 'closed'] as const) {
  /** Puts markup into a shadow tree of an element, and hands that to `scan`. */
  const fill = (selector: string, html: string, mode: ShadowRootMode) => `<script>{
    const root = document.querySelector('${selector}').attachShadow({ mode: '${mode}' });
    root.innerHTML = ${JSON.stringify(html)};
    (window.geoletQueue ||= []).push((geolet) => geolet.scan(root));
    window.root = root;
  }</script>`;

  test(`the language of the page is that of what stands in a shadow tree, ${mode} @rare`, async ({ page, site }) => {
    const html = `<main lang="de">${inside}<div><div id="host"></div></div></main>${fill('#host', inside, mode)}`;
    await open(page, site.page(html));
    const read = (scope: string) =>
      page.evaluate((scope) => {
        const root = scope === 'root' ? (Reflect.get(window, 'root') as ShadowRoot) : document;
        return [...root.querySelectorAll('geo-text,geo-currency,span')].map((element) =>
          (element.shadowRoot?.textContent ?? element.textContent ?? '').replaceAll('\u00a0', ' '),
        );
      }, scope);
    expect(await read('document')).toEqual(['Frankreich', '1.234,50 €', 'Frankreich', '1.234,50 €']);
    await expect.poll(() => read('root')).toEqual(['Frankreich', '1.234,50 €', 'Frankreich', '1.234,50 €']);
  });

  test(`data-geo-ignore around a host ignores its shadow tree, ${mode} @rare`, async ({ page, site }) => {
    const html = `<main data-geo-ignore><div id="host"></div></main><geo-text template="{city}">x</geo-text>${fill('#host', `${inside}<geo-if country="JP">y</geo-if>`, mode)}`;
    await open(page, site.page(html));
    await be(page, 'FR');
    await page.evaluate(() =>
      (Reflect.get(window, 'root') as ShadowRoot).append(
        Object.assign(document.createElement('span'), { textContent: 'z' }),
      ),
    );
    await page.evaluate(() =>
      (Reflect.get(window, 'root') as ShadowRoot).lastElementChild?.setAttribute('data-geo-text', '{country}'),
    );
    await nextFrame(page);
    const texts = await page.evaluate(() =>
      [...(Reflect.get(window, 'root') as ShadowRoot).querySelectorAll('geo-text,geo-currency,span')].map(
        (element) => `${element.shadowRoot?.textContent ?? ''}${element.textContent}`,
      ),
    );
    expect(texts).toEqual(['x', '$1', 'x', '$1', 'z']);
    expect(
      await page.evaluate(() =>
        (Reflect.get(window, 'root') as ShadowRoot).querySelector('geo-if')?.matches(':state(off)'),
      ),
    ).toBe(false);
  });

  test(`a condition in a shadow tree tells only while its host shows, ${mode} @rare`, async ({ page, site }) => {
    const count =
      '<script>window.told = []; for (const type of ["geo-match", "geo-unmatch"]) document.addEventListener(type, (event) => window.told.push(`${type} ${event.composedPath()[0].id || event.target.id}`));</script>';
    const html = `${count}<main><geo-if country="JP" hidden><div id="host"></div></geo-if></main>${fill('#host', '<geo-if id="host" eu="no yes" hidden>inside</geo-if>', mode)}`;
    await open(page, site.page(html));
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([]);
    await be(page, 'JP');
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toHaveLength(2);
    expect(
      await page.evaluate(() => (Reflect.get(window, 'told') as string[]).map((line) => line.split(' ')[0])),
    ).toEqual(['geo-match', 'geo-match']);
  });
}

test('what stands in a slot has the language and the ignoring around the slot @rare', async ({ page, site }) => {
  await open(
    page,
    site.page(`<main>
    <div class="german"><geo-text template="{country}">x</geo-text></div>
    <div class="ignoring"><geo-text template="{country}">x</geo-text></div>
    <script>
      document.querySelector('.german').attachShadow({ mode: 'open' }).innerHTML = '<p lang="de"><slot></slot></p>';
      document.querySelector('.ignoring').attachShadow({ mode: 'open' }).innerHTML = '<p data-geo-ignore><slot></slot></p>';
    </script></main>`),
  );
  expect(await visibleText(page.locator('main'))).toBe('Frankreich x');
});

test('a declarative shadow tree has the language and the answers of the page @rare', async ({ page, site }) => {
  const html =
    '<main lang="de"><div id="host"><template shadowrootmode="open"><geo-text template="{country}">x</geo-text> <span data-geo-text="{city}">x</span><geo-if country="JP"> Japan</geo-if></template></div></main><script>(window.geoletQueue ||= []).push((geolet) => geolet.scan(document.querySelector("#host").shadowRoot));</script>';
  await open(page, site.page(html));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Frankreich Lyon');
});
