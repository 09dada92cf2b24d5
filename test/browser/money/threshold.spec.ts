import type { Page } from '@playwright/test';
import { headTag } from '../../support/ways-to-install.ts';
import { answer, be, nextFrame } from '../elements/support.ts';
import { expectRightFrames, visitFirst, watched } from '../first-frame/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';
import { asked, block } from './support.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const fresno = { countryCode: 'US', currencyCode: 'USD', language: 'en-US' };
const file = /geolet-threshold/;
const written = 'from $75<b slot="reached" hidden>yours</b>';
const left = (minus: string, prices = 'USD 75, EUR 60') =>
  `<main><geo-currency prices="${prices}" minus="${minus}">${written}</geo-currency></main>`;

const put = (page: Page, minus: string | null) =>
  page.evaluate((minus) => {
    const element = document.querySelector('geo-currency');
    if (minus === null) element?.removeAttribute('minus');
    else element?.setAttribute('minus', minus);
  }, minus);
const expectText = (page: Page, text: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(text);
const isReached = (page: Page) =>
  page.locator('geo-currency').evaluate((element) => element.matches(':state(reached)'));

test('a cart in the visitor’s currency says what is left, any other stays as written', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(left('USD 40, EUR 36.50')));
  await expectText(page, '€23.50');
  await be(page, 'US');
  await expectText(page, '$35');
  await put(page, 'EUR 36.50');
  await expectText(page, 'from $75');
  await be(page, 'FR');
  await expectText(page, '€23.50');
  await put(page, 'GBP 20');
  await expectText(page, 'from $75');
  await put(page, null);
  await expectText(page, 'from €60');
  expect([asked(site, /geolet-prices/), asked(site, file)]).toEqual([1, 1]);
});

test('nothing left shows what is in the slot, and less in the cart takes it back', async ({ page, site }) => {
  answer(site, fresno);
  const before = left('USD 74.99');
  await open(page, site.page(before));
  await expectText(page, '$0.01');
  expect(await isReached(page)).toBe(false);
  await put(page, 'USD 75');
  await expectText(page, 'yours');
  expect(await isReached(page)).toBe(true);
  await put(page, 'USD 80');
  await expectText(page, 'yours');
  await put(page, 'EUR 80');
  await expectText(page, 'from $75');
  expect(await isReached(page)).toBe(false);
  expect(await page.locator('b').evaluate((element) => element.outerHTML)).toBe(
    '<b slot="reached" hidden="">yours</b>',
  );
  await put(page, 'USD 70');
  await expectText(page, '$5');
});

test('nothing left shows the children where the slot is empty, and what comes late', async ({ page, site }) => {
  answer(site, fresno);
  await open(page, site.page('<main><geo-currency prices="USD 75" minus="USD 75">from $75</geo-currency></main>'));
  await expect.poll(() => isReached(page)).toBe(true);
  expect(await visibleText(page.locator('main'))).toBe('from $75');
  await page.evaluate(() => {
    document.querySelector('geo-currency')?.insertAdjacentHTML('beforeend', '<i slot="reached" hidden>at last</i>');
  });
  await expectText(page, 'at last');
});

test('what a morph hides again shows in the same frame @rare', async ({ page, site }) => {
  answer(site, fresno);
  await open(page, site.page(left('USD 75')));
  await expectText(page, 'yours');
  const shown = await page.evaluate(async () => {
    const reached = document.querySelector('b');
    reached?.setAttribute('hidden', '');
    reached?.removeAttribute('data-geolet-hidden');
    // Behind all that the frame runs.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return reached?.getClientRects().length;
  });
  expect(shown).toBe(1);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the children show, and not what is in the slot', async ({ page, site }) => {
    await page.goto(site.page(left('USD 75')));
    expect(await visibleText(page.locator('main'))).toBe('from $75');
  });
});

test('the children show until the files are there @rare', async ({ page, site }) => {
  answer(site, fresno);
  const release = await holdRequests(page, '**/geolet-threshold*');
  await open(page, site.page(left('USD 75').replace(' hidden', '')));
  await nextFrame(page);
  expect(await visibleText(page.locator('main'))).toBe('from $75');
  release();
  await expectText(page, 'yours');
});

test('a cart that changes many times in a task is written once @rare', async ({ page, site }) => {
  answer(site, fresno);
  await open(page, site.page(left('USD 1')));
  await expectText(page, '$74');
  const { writes, texts } = await page.evaluate(async () => {
    const element = document.querySelector('geo-currency');
    const root = element?.shadowRoot;
    if (!element || !root) throw new Error('There is no element.');
    let writes = 0;
    new MutationObserver(() => writes++).observe(root, { childList: true, subtree: true, characterData: true });
    const texts: string[] = [];
    const tasks = 40;
    for (let task = 1; task <= tasks; task++) {
      for (let change = 0; change < 25; change++) element.setAttribute('minus', `USD ${task}.${10 + change}`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      texts.push(root.textContent ?? '');
    }
    return { writes, texts };
  });
  expect(writes).toBe(40);
  expect(texts).toEqual(Array.from(texts, (_text, index) => `$${(75 - (index + 1) - 0.34).toFixed(2)}`));
  expect(await page.locator('[aria-live],[role=status],[role=alert]').count()).toBe(0);
});

test('the next page shows what is left from its first frame, without the files', async ({ page, site }) => {
  answer(site, fresno);
  const right = (text: string, minus: string) => `<div data-right="${text}">${left(minus)}</div>`;
  await visitFirst(page, site);
  await page.goto(site.page(left('USD 1'), { path: '/settled' }));
  for (const amount of [2, 3, 4, 40.5]) {
    await put(page, `USD ${amount}`);
    await expectText(page, amount === 40.5 ? '$34.50' : `$${75 - amount}`);
  }
  await page.goto('about:blank');
  const before = asked(site, file);
  await expectRightFrames(page, site, [watched(headTag, right('$34.50', 'USD 40.5'))]);
  expect(asked(site, file)).toBe(before);
  await page.goto(`${site.url}/first`);
  const kept = await page.evaluate(() => Object.values({ ...(localStorage as object) }).join(''));
  expect(new Set(Array.from(kept.matchAll(/minus\W+([A-Z]{3} [\d.]+)/g), ([, amount]) => amount))).toEqual(
    new Set(['USD 40.5']),
  );
});

test('places, lists of the book and chosen currencies have an amount taken off', async ({ page, site }) => {
  answer(site, lyon);
  const head = block({ prices: { parcel: { prices: 'USD 75, EUR 60, FR: EUR 50', was: 'USD 99' } } });
  const book = '<geo-currency sku="parcel" minus="EUR 20, USD 30">$75</geo-currency>';
  const places = '<geo-currency prices="USD 75, EUR 60, FR: EUR 50" minus="EUR 20, USD 30">$75</geo-currency>';
  await open(page, site.page(`<main>${book} ${places}</main>`, { head }));
  await expectText(page, '€30 €30');
  await be(page, 'country: FR; currency: USD');
  await expectText(page, '$45 $45');
  await be(page, 'country: AT');
  await expectText(page, '€40 €40');
});

test('elements in a shadow tree, and properties of a framework, follow as well @rare', async ({ page, site }) => {
  answer(site, fresno);
  await open(page, site.page('<main><p></p></main>'));
  await page.evaluate(
    (markup) => {
      const root = document.querySelector('p')?.attachShadow({ mode: 'open' });
      if (!root) return;
      root.innerHTML = markup;
      geolet?.scan(root);
    },
    left('USD 75').replaceAll('main', 'i'),
  );
  await expectText(page, 'yours');
  await page.evaluate(() => {
    const element = document.querySelector('p')?.shadowRoot?.querySelector('geo-currency');
    Object.assign(element ?? {}, { minus: 'USD 70' });
  });
  await expectText(page, '$5');
});

test('nothing left shows what is in the slot in a closed shadow tree, too @rare', async ({ page, site }) => {
  answer(site, fresno);
  await open(page, site.page('<main><p></p></main>'));
  const host = page.locator('p');
  await host.evaluate((element, markup) => {
    const root = element.attachShadow({ mode: 'closed' });
    root.innerHTML = markup;
    geolet?.scan(root);
    Object.assign(element, { root });
  }, left('USD 75'));
  // Nobody else sees into a closed tree.
  const shown = () =>
    host.evaluate((element) => {
      const price = (element as unknown as { root: ShadowRoot }).root.querySelector('geo-currency');
      const reached = price?.querySelector('b');
      return [price?.shadowRoot?.textContent, reached?.getClientRects().length, price?.matches(':state(reached)')];
    });
  await expect.poll(shown).toEqual(['', 1, true]);
  await host.evaluate((element) => {
    (element as unknown as { root: ShadowRoot }).root.querySelector('geo-currency')?.setAttribute('minus', 'USD 70');
  });
  await expect.poll(shown).toEqual(['$5', 0, false]);
});

test('an amount that is none is reported, and stays as written', async ({ page, site, lines, expectLines }) => {
  expectLines(/unusable-prices: <geo-currency prices="USD 75, EUR 60" minus="40">/);
  answer(site, fresno);
  await open(page, site.page(left('40')));
  await expect.poll(() => lines.length).toBe(1);
  expect(await visibleText(page.locator('main'))).toBe('from $75');
  expect(await page.evaluate(() => geolet?.explain(document.querySelector('geo-currency') ?? undefined))).toContain(
    '"40" in minus is not a price',
  );
});

test('the focus on what is in the slot holds the next amount back until it leaves @rare', async ({ page, site }) => {
  answer(site, fresno);
  const html = `${left('USD 75').replace('<b slot="reached" hidden>yours</b>', '<a href="/cart" slot="reached" hidden>yours</a>')}<button>x</button>`;
  await open(page, site.page(html));
  await expectText(page, 'yours');
  await page.locator('a').focus();
  await put(page, 'USD 70');
  await nextFrame(page);
  expect(await visibleText(page.locator('main'))).toBe('yours');
  await page.locator('button').focus();
  await expectText(page, '$5');
});

for (const [minus, text] of [
  ['EUR 36', '€24'],
  ['EUR 60', 'yours'],
  ['USD 60', 'from $75'],
] as const) {
  test(`a written page says "${text}" in every frame, and follows the cart @rare`, async ({ page, site }) => {
    site.page(left(minus));
    const { url } = await site.front();
    await page.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(globalThis, { frames });
      const look = () => {
        const box = document.querySelector('geo-currency')?.getBoundingClientRect();
        if (box?.width && String(box.width) !== frames.at(-1)) frames.push(String(box.width));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const release = await holdRequests(page, '**/geolet-threshold*');
    await page.goto(url);
    await page.waitForLoadState('load');
    await nextFrame(page);
    expect(await visibleText(page.locator('main'))).toBe(text);
    release();
    await expect.poll(() => page.locator('geo-currency').evaluate((element) => element.matches(':defined'))).toBe(true);
    await nextFrame(page);
    expect(await visibleText(page.locator('main'))).toBe(text);
    expect(await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames)).toHaveLength(1);
    await put(page, 'EUR 50');
    await expectText(page, '€10');
    await page.evaluate(() => geolet?.destroy());
    await expectText(page, 'from $75');
    expect(await page.locator('geo-currency').evaluate((element) => element.innerHTML)).toBe(
      written.replace('hidden', 'hidden=""'),
    );
  });
}

test.describe('written by a server, with scripts off @rare', () => {
  test.use({ javaScriptEnabled: false });

  for (const [minus, text] of [
    ['EUR 36', '€24'],
    ['EUR 60', 'yours'],
    ['USD 60', 'from $75'],
  ] as const) {
    test(`a page says "${text}" and no word of the slot beside it`, async ({ page, site }) => {
      for (const markup of [left(minus), left(minus).replace(' hidden', '')]) {
        site.page(markup);
        const { url } = await site.front();
        await page.goto(url);
        expect(await visibleText(page.locator('main'))).toBe(text);
      }
    });
  }
});
