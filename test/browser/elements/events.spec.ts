import type { Page } from '@playwright/test';
import { expect, open, test, visibleText } from '../support/test.ts';
import { be } from './support.ts';

const log = `<script>
  window.told = [];
  for (const type of ['geo-match', 'geo-unmatch']) document.addEventListener(type, (event) => told.push(type + ' ' + event.target.id));
</script>`;

/** Which events the page has been told of since the last time. */
function told(page: Page): Promise<string[]> {
  return page.evaluate(() => (Reflect.get(window, 'told') as string[]).splice(0));
}

test('an element tells once of each change between yes and anything else', async ({ page, site }) => {
  await open(
    page,
    site.page('<geo-if id="a" country="FR">A</geo-if><geo-if id="b" country="DE">B</geo-if>', { head: log }),
  );
  expect(await told(page)).toEqual(['geo-match a']);
  await be(page, 'FR');
  expect(await told(page)).toEqual([]);
  await be(page, 'DE');
  expect((await told(page)).sort()).toEqual(['geo-match b', 'geo-unmatch a']);
  await be(page, 'unknown');
  expect(await told(page)).toEqual(['geo-unmatch b']);
  await be(page, 'JP');
  expect(await told(page)).toEqual([]);
  await page.evaluate(() => document.getElementById('a')?.setAttribute('country', 'JP'));
  expect(await told(page)).toEqual(['geo-match a']);
});

test('a case tells when it is chosen, and not when it merely could be', async ({ page, site }) => {
  await open(
    page,
    site.page(
      '<geo-switch id="s"><geo-case id="a" country="FR" hidden>A</geo-case><geo-case id="b" continent="EU" hidden>B</geo-case><geo-case id="c">C</geo-case></geo-switch>',
      { head: log },
    ),
  );
  expect(await told(page)).toEqual(['geo-match a']);
  await be(page, 'DE');
  expect((await told(page)).sort()).toEqual(['geo-match b', 'geo-unmatch a']);
  await be(page, 'JP');
  expect(await told(page)).toEqual(['geo-unmatch b']);
});

test('nothing inside a part that does not show tells anything', async ({ page, site }) => {
  const inner = (id: string) => `<geo-if id="${id}" continent="EU">x</geo-if>`;
  await open(
    page,
    site.page(
      `<geo-if country="JP">${inner('in-no')}</geo-if>
       <geo-if id="a" country="FR">A<div slot="else" hidden>${inner('in-else')}</div></geo-if>
       <geo-if city="Paris" hidden>${inner('in-hidden')}</geo-if>
       <geo-if country="JP"><template>${inner('in-template')}</template>B</geo-if>
       <geo-if id="b" country="FR"><template>A</template>${inner('beside')}</geo-if>
       <geo-switch><geo-case country="JP" hidden>${inner('in-case')}</geo-case>C</geo-switch>
       <geo-switch><geo-case id="c" country="FR" hidden>D</geo-case>${inner('in-default')}</geo-switch>
       <geo-if id="d" country="FR"><p>${inner('in-yes')}</p></geo-if>`,
      { head: log },
    ),
  );
  expect((await told(page)).sort()).toEqual([
    'geo-match a',
    'geo-match b',
    'geo-match c',
    'geo-match d',
    'geo-match in-yes',
  ]);
});

test('an element tells when the part around it begins to show, by the answer of then', async ({ page, site }) => {
  await open(
    page,
    site.page(
      '<geo-if id="outer" country="DE"><geo-if id="fr" country="FR">x</geo-if><geo-if id="eu" continent="EU">y</geo-if></geo-if>',
      { head: log },
    ),
  );
  expect(await told(page)).toEqual([]);
  await be(page, 'DE');
  expect((await told(page)).sort()).toEqual(['geo-match eu', 'geo-match outer']);
  await be(page, 'FR');
  expect(await told(page)).toEqual(['geo-unmatch outer']);
  await be(page, 'DE');
  expect(await told(page)).toEqual(['geo-match outer']);
});

test('events bubble out of shadow roots, and a throw stops nothing @rare', async ({ page, site, expectLines }) => {
  expectLines(/^uncaught: mine/);
  await open(
    page,
    site.page('<main><geo-if id="a" country="FR">A</geo-if><geo-if id="b" country="FR" hidden>B</geo-if></main>', {
      head: `${log}<script>document.addEventListener('geo-match', () => { throw new Error('mine') })</script>`,
    }),
  );
  expect(await told(page)).toEqual(['geo-match a', 'geo-match b']);
  expect(await visibleText(page.locator('main'))).toBe('A B');
  const composed = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const host = document.createElement('div');
        host.attachShadow({ mode: 'open' }).innerHTML = '<geo-if country="FR">C</geo-if>';
        document.addEventListener('geo-match', ({ target }) => resolve(target === host), { once: true });
        document.body.append(host);
      }),
  );
  expect(composed).toBe(true);
});

test('a page has followed when it is told of a change', async ({ page, site }) => {
  const html = '<main><geo-text template="{country}">x</geo-text> <geo-if country="JP" hidden>A</geo-if></main>';
  await open(page, site.page(html));
  const seen = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('geo-change', () =>
          resolve(
            document.querySelector('geo-text')?.shadowRoot?.textContent +
              String(document.querySelector('geo-if')?.hidden),
          ),
        ),
      ),
  );
  await be(page, 'JP');
  expect(await seen).toBe('Japanfalse');
});

test('an update that is cancelled leaves what is there @rare', async ({ page, site }) => {
  const head =
    "<script>addEventListener('geo-before-update', (event) => { if (event.value === 'Japan' || event.value === '€2') event.preventDefault(); })</script>";
  await open(
    page,
    site.page(
      '<main><geo-text template="{country}">x</geo-text> <geo-currency prices="USD 1, EUR 2">$1</geo-currency></main>',
      { head },
    ),
  );
  expect(await visibleText(page.locator('main'))).toBe('France $1');
  await be(page, 'JP');
  expect(await visibleText(page.locator('main'))).toBe('France $1');
  await be(page, 'DE');
  expect(await visibleText(page.locator('main'))).toBe('Germany $1');
});

for (const [how, say, text] of [
  ['ended', 'destroy()', 'x y'],
  ['told of no consent', 'consent(false)', 'x y'],
  ['asked for what it is already', 'refresh()', 'France Lyon'],
] as const) {
  test(`a page that is ${how} before an update stays so after it`, async ({ page, site }) => {
    await open(
      page,
      site.page('<main><geo-text template="{country}">x</geo-text> <geo-text template="{city}">y</geo-text></main>', {
        head: `<script>document.addEventListener('geo-before-update', () => void geolet.${say})</script>`,
      }),
    );
    expect(await visibleText(page.locator('main'))).toBe(text);
  });
}
