import { expect, open, test } from '../support/test.ts';
import { be } from './support.ts';

const head = `<style>
  [hidden] { display: none !important }
  .row { display: flex; gap: 8px } .grid { display: grid; grid-template-columns: 1fr 2fr } .card { display: block; padding: 12px; border: 1px solid; margin: 4px 0 }
  .inline { display: inline-block; width: 120px } geo-if > p { margin: 5px }
</style>`;

/** Everything here shows in France what it shows as written, so that the upgrade must move nothing. */
const html = `<main>
  <p>before <geo-if country="FR">inline <b>text</b></geo-if> after</p>
  <div class="row"><geo-if country="FR"><i>a</i><i>b</i></geo-if><i>c</i></div>
  <geo-if class="row" country="FR"><i>a</i>text<i>b</i></geo-if>
  <geo-if class="grid" country="FR"><p>a</p><p>b</p></geo-if>
  <geo-if class="card" country="FR">card<span slot="else" hidden>else</span></geo-if>
  <geo-if class="card inline" country="FR">inline card</geo-if>
  <geo-switch class="card"><geo-case country="JP" hidden>a</geo-case><p>default</p></geo-switch>
  <geo-switch><geo-case class="card" country="JP" hidden>a</geo-case><geo-case class="card">default</geo-case></geo-switch>
  <geo-if class="card" country="JP"><template>a</template><p>beside</p></geo-if>
  <ul><geo-if country="FR"><li>item</li></geo-if><li>item</li></ul>
  <p>for <geo-text template="{postal}">you</geo-text>, <geo-currency class="inline" prices="USD 1, JPY 2">$1</geo-currency> only</p>
  <p><geo-text class="card" template="{postal}">block</geo-text></p>
  <geo-if hidden class="card" country="JP">hidden</geo-if>
  <p>last</p></main>`;

/** The boxes of everything in the page, line by line. */
const boxes = () =>
  [...document.querySelectorAll('main :not(geo-t)')].map((element) =>
    [
      element.localName,
      ...[...element.getClientRects()].map(({ x, y, width, height }) => [x, y, width, height].join(' ')),
    ].join(' | '),
  );

test('the upgrade moves no box', async ({ page, site, browser, expectLines }) => {
  expectLines(/kept-back: postalCode/);
  const url = site.page(html, { head });
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const asWritten = await withoutScripts.newPage();
  await asWritten.goto(url);
  const written = await asWritten.evaluate(boxes);
  await withoutScripts.close();
  expect(written.length).toBeGreaterThan(30);

  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')))),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, url);
  expect(await page.evaluate(boxes)).toEqual(written);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as unknown)).toEqual([]);

  await be(page, 'JP');
  expect(await page.evaluate(boxes)).not.toEqual(written);
  await be(page, 'unknown');
  expect(await page.evaluate(boxes)).toEqual(written);
});
