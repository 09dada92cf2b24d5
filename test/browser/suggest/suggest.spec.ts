import type { Page, Request } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { be, nextFrame } from '../elements/support.ts';
import { violations } from '../support/accessibility.ts';
import { eachRow, expect, open as openPage, test, visibleText } from '../support/test.ts';

const words = 'Voir notre site français';
const suggestion = `<geo-suggest country="FR" href="/fr{path}" lang="fr" hidden>${words}</geo-suggest>`;
const main = '<main><p>first</p><p>last</p></main>';

/** Waits for what shows suggestions, too, where there is one to show. */
async function open(page: Page, url: string): Promise<void> {
  const waiting = new Set<Request>();
  const add = (request: Request) => void (request.url().includes('/geolet-suggestion.') && waiting.add(request));
  const remove = (request: Request) => void waiting.delete(request);
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  await openPage(page, url);
  await page.waitForFunction(() => customElements.get('geo-suggest') !== undefined);
  await nextFrame(page);
  await expect.poll(() => waiting.size).toBe(0);
  await nextFrame(page);
  page.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
}

const box = (page: Page, of = 'geo-suggest') => page.locator(`${of} [part=box]`);
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('geolet:suggest:')));

test('on yes a bar offers the other site, with the page’s own path, query and hash', async ({ page, site }) => {
  await open(page, site.page(suggestion + main, { path: '/shoes' }) + '?size=42#top');
  await expect(box(page)).toBeVisible();
  expect(await visibleText(box(page))).toBe(`${words} ×`);
  const link = page.getByRole('link', { name: words });
  await expect(link).toHaveAttribute('href', `${site.url}/fr/shoes?size=42#top`);
  await expect(link).toHaveAttribute('hreflang', 'fr');
});

for (const [dir, said, label] of [
  ['rtl', 'Nous sommes là.', 'Y aller !'],
  ['ltr', 'אנחנו כאן.', 'קדימה!'],
] as const) {
  test(`what it says runs in its own direction on a page that runs ${dir} @rare`, async ({ page, site }) => {
    const html = `<!doctype html><html lang="${dir === 'rtl' ? 'he' : 'en'}" dir="${dir}"><head><title>x</title><link rel="icon" href="data:,">${scriptTag}</head><body><geo-suggest country="FR" href="/fr/" label="${label}" hidden>${said}</geo-suggest></body></html>`;
    await open(page, site.page(html));
    await expect(box(page)).toBeVisible();
    // Where the first letter and the mark at the end stand.
    const places = await page.locator('geo-suggest').evaluate((host) =>
      [host, host.shadowRoot?.querySelector('[part=action]')].map((element) => {
        const text = [...(element?.childNodes ?? [])].find((node) => node instanceof Text && node.data.trim()) as Text;
        const at = (offset: number) => {
          const range = document.createRange();
          range.setStart(text, offset);
          range.setEnd(text, offset + 1);
          return range.getBoundingClientRect().x;
        };
        return at(0) < at(text.length - 1);
      }),
    );
    expect(places).toEqual(dir === 'rtl' ? [true, true] : [false, false]);
  });
}

test('on no and on unknown nothing shows', async ({ page }) => {
  await eachRow(
    [
      ['no', visitors.berlin],
      ['unknown', visitors.nowhere],
    ],
    page,
    async ([, visitor], site) => {
      site.visitor = visitor;
      await open(page, site.page(suggestion + main));
      await expect(box(page)).toHaveCount(0);
      expect(await visibleText(page.locator('body'))).toBe('first last');
    },
  );
});

test('without scripts and answer nothing is in the way', async ({ page, site, browser, expectLines }) => {
  expectLines(/503/, /\[geolet\] http/);
  const url = site.page(suggestion + main);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(url);
  expect(await visibleText(plain.locator('body'))).toBe('first last');
  await context.close();
  site.geo = (_request, response) => response.writeHead(503, { 'retry-after': '60' }).end();
  await open(page, url);
  expect(await visibleText(page.locator('body'))).toBe('first last');
});

test('without hidden the content stands in the page until there is an answer @rare', async ({ page, site }) => {
  site.visitor = visitors.nowhere;
  await open(page, site.page('<p><geo-suggest country="FR" href="/fr/">Français</geo-suggest></p>'));
  expect(await visibleText(page.locator('p'))).toBe('Français');
  await be(page, 'JP');
  expect(await visibleText(page.locator('p'))).toBe('');
});

test('only those to whom it is suggested fetch what shows it @rare', async ({ page, site }) => {
  const fetched = () => site.requests.filter((path) => path.includes('geolet-suggestion')).length;
  site.visitor = visitors.berlin;
  await open(page, site.page(suggestion + main));
  expect(fetched()).toBe(0);
  await be(page, 'FR');
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(fetched()).toBe(1);
  await open(page, site.page(suggestion, { path: '/other' }));
  await be(page, 'FR');
  await expect(box(page)).toHaveCount(0);
  expect(fetched()).toBe(1);
});

for (const placement of ['bottom', 'top', 'popup'] as const) {
  test(`as ${placement} it moves nothing of the page, and stays in sight`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Reflect.set(window, 'shifts', shifts);
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')))),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    const head =
      '<style>* + * { margin-top: 1em } body { display: flex; flex-direction: column; gap: 20px } p { height: 1500px } [hidden] { display: none !important }</style>';
    const boxes = () =>
      page
        .locator('main, p')
        .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
    site.visitor = visitors.berlin;
    await open(page, site.page(main + suggestion.replace(' hidden', ` placement="${placement}" hidden`), { head }));
    const before = await boxes();
    await be(page, 'FR');
    await expect(box(page)).toBeVisible();
    expect(await boxes()).toEqual(before);
    expect(await page.evaluate(() => Reflect.get(window, 'shifts') as unknown)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 1000));
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await box(page).boundingBox()) ?? {};
    expect(placement === 'top' ? y : y + height).toBeCloseTo({ top: 0, bottom: 720, popup: 700 }[placement], 0);
  });
}

test('it closes when the answer changes to no, and comes when it changes to yes @rare', async ({ page, site }) => {
  await open(page, site.page(suggestion));
  await expect(box(page)).toBeVisible();
  await be(page, 'DE');
  await expect(box(page)).toHaveCount(0);
  expect(
    await page
      .locator('geo-suggest')
      .evaluate((element) => [element.hasAttribute('hidden'), element.matches(':state(open)')]),
  ).toEqual([true, false]);
  await be(page, 'FR');
  await expect(box(page)).toBeVisible();
  expect(await page.locator('geo-suggest').evaluate((element) => element.matches(':state(open)'))).toBe(true);
});

for (const way of ['button', 'Escape'] as const) {
  test(`closed by ${way}, it does not come again, on any view or page`, async ({ page, site }) => {
    await open(page, site.page(suggestion));
    if (way === 'button') await page.getByRole('button', { name: 'Close' }).click();
    else await page.keyboard.press('Escape');
    await expect(box(page)).toHaveCount(0);
    await be(page, 'DE');
    await be(page, 'FR');
    await expect(box(page)).toHaveCount(0);
    await open(page, site.page(suggestion, { path: '/other' }));
    await expect(box(page)).toHaveCount(0);
    await be(page, 'FR');
    await expect(box(page)).toHaveCount(0);
    expect(await stored(page)).toEqual(['geolet:suggest:/fr{path}']);
  });
}

test('an answer is forgotten after its days, and by another suggestion @rare', async ({ page, site }) => {
  const days = (n: number) => site.page(suggestion.replace('hidden', `days="${n}" hidden`));
  await open(page, days(2));
  await page.keyboard.press('Escape');
  for (const [hours, count] of [
    [47, 0],
    [49, 1],
    [-1, 0],
    [-49, 1],
  ] as const) {
    await page.evaluate(
      (time) => localStorage.setItem('geolet:suggest:/fr{path}', String(time)),
      Date.now() - hours * 3_600_000,
    );
    await open(page, days(2));
    await expect(box(page)).toHaveCount(count);
  }
  await page.evaluate(() => localStorage.removeItem('geolet:suggest:/fr{path}'));
  await open(page, days(0));
  await page.keyboard.press('Escape');
  expect(await stored(page)).toEqual([]);
  await open(page, days(0));
  await expect(box(page)).toBeVisible();
});

test('an answer is not stored with storage off or without consent, and wiped with it', async ({ page, site }) => {
  await open(page, site.page(suggestion, { tag: scriptTag.replace('data-', 'data-storage="off" data-') }));
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
  expect(await stored(page)).toEqual([]);

  await open(page, site.page(suggestion, { tag: scriptTag.replace('data-', 'data-consent="required" data-') }));
  await expect(box(page)).toHaveCount(0);
  await be(page, 'FR');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
  expect(await stored(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await open(page, site.page(suggestion));
  await page.keyboard.press('Escape');
  expect(await stored(page)).toHaveLength(1);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await stored(page)).toEqual([]);
});

test('followed, it leads there, and does not come again on the way back', async ({ page, site }) => {
  site.page('<h1>fr</h1>', { path: '/fr/shoes', tag: '' });
  await open(page, site.page(suggestion, { path: '/shoes' }));
  await page.getByRole('link', { name: words }).click();
  await expect(page.locator('h1')).toHaveText('fr');
  await page.goBack();
  await page.waitForFunction(() => globalThis.geolet?.visitor !== undefined);
  await nextFrame(page);
  await expect(box(page)).toHaveCount(0);
});

test('a button makes the choice it offers, and nobody asks again @rare', async ({ page, site }) => {
  const html =
    '<geo-suggest country="FR" not-currency="USD" override="currency: USD" label="Prices in dollars" hidden>Paying by a US card?</geo-suggest>';
  await open(page, site.page(html));
  expect(await visibleText(box(page))).toBe('Paying by a US card? Prices in dollars ×');
  await page.getByRole('button', { name: 'Prices in dollars' }).click();
  await page.waitForFunction(() => globalThis.geolet?.visitor?.currencyCode === 'USD');
  await expect(box(page)).toHaveCount(0);
  expect(
    await page.evaluate(() => [globalThis.geolet?.visitor?.source, globalThis.geolet?.visitor?.countryCode]),
  ).toEqual(['choice', 'FR']);
});

test('never two at a time, and none takes the place of one that was closed', async ({ page, site }) => {
  const html = `<geo-suggest country="JP" href="/jp/" hidden>JP</geo-suggest><geo-suggest eu href="/eu/" id="a" hidden>EU</geo-suggest>${suggestion.replace('hidden', 'id="b" hidden')}`;
  await open(page, site.page(html));
  await expect(box(page)).toHaveCount(1);
  await expect(box(page, '#a')).toBeVisible();
  await be(page, 'JP');
  expect(await visibleText(box(page))).toBe('JP ×');
  await be(page, 'FR');
  await page.keyboard.press('Escape');
  await nextFrame(page);
  await expect(box(page)).toHaveCount(0);
});

test('a page that it leads to already does not show it @rare', async ({ page, site }) => {
  await open(page, site.page(suggestion, { path: '/fr/shoes' }));
  await expect(box(page)).toHaveCount(0);
});

test('the focus stays where it is, and Escape in a field or dialog is theirs @rare', async ({ page, site }) => {
  site.visitor = visitors.berlin;
  await open(page, site.page(`<input autofocus><dialog><button>in</button></dialog>${suggestion}`));
  await page.locator('input').focus();
  await be(page, 'FR');
  await expect(box(page)).toBeVisible();
  await expect(page.locator('input')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).not.toHaveAttribute('open');
  await page
    .locator('body')
    .evaluate((body) => body.addEventListener('keydown', (event) => event.preventDefault(), { once: true }));
  await page.locator('input').blur();
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
});

for (const [name, scheme, forced] of [
  ['light', 'light', 'none'],
  ['dark', 'dark', 'none'],
  ['forced colours', 'dark', 'active'],
] as const) {
  test(`axe finds a landmark without fault in ${name}${name === 'light' ? '' : ' @rare'}`, async ({
    browser,
    site,
  }) => {
    const page = await browser.newPage({ colorScheme: scheme, forcedColors: forced });
    for (const placement of ['bottom', 'popup']) {
      await open(
        page,
        site.page(
          `<geo-suggest country="FR" href="/fr/" lang="fr" label="Oui" close="Non merci" placement="${placement}" hidden>${words}</geo-suggest><main><h1>Shoes</h1></main>`,
          { head: '<meta name="color-scheme" content="light dark">' },
        ),
      );
      await expect(page.getByRole('complementary')).toHaveAccessibleName('');
      await expect(page.getByRole('complementary')).toContainText('Oui');
      await expect(page.getByRole('button', { name: 'Non merci' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await page.close();
  });
}

test('it comes without motion where that is asked for, and is not printed @rare', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, site.page(suggestion));
  expect(await box(page).evaluate((element) => getComputedStyle(element).animationName)).toBe('come');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await box(page).evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
  await page.emulateMedia({ media: 'print' });
  await expect(box(page)).toBeHidden();
});

for (const placement of ['bottom', 'top', 'popup']) {
  test(`as ${placement} it fits a narrow page and one with its text at 200 % @rare`, async ({ page, site }) => {
    const long =
      'Vous pouvez aussi faire vos achats sur notre site français, avec des prix en euros et la livraison en deux jours.';
    for (const [dir, width, size] of [
      ['ltr', 320, 100],
      ['rtl', 320, 100],
      ['ltr', 640, 200],
      ['rtl', 640, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 400 });
      const html = `<!doctype html><html lang="fr" dir="${dir}"><head><title>x</title><link rel="icon" href="data:,"><style>html { font-size: ${size}% }</style>${scriptTag}</head><body><geo-suggest country="FR" href="/fr/" label="Y aller maintenant" placement="${placement}" hidden>${long}</geo-suggest></body></html>`;
      await open(page, site.page(html));
      const outer = (await box(page).boundingBox()) ?? { x: -1, y: -1, width: 999, height: 999 };
      expect(outer.x).toBeGreaterThanOrEqual(0);
      expect(outer.y).toBeGreaterThanOrEqual(0);
      expect(outer.x + outer.width).toBeLessThanOrEqual(width);
      expect(outer.height).toBeLessThan(201);
      expect(await box(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      const close = (await page.getByRole('button').boundingBox()) ?? { x: -1, width: 0 };
      expect(close.width).toBeGreaterThanOrEqual(44);
      expect(dir === 'ltr' ? close.x > width / 2 : close.x < width / 2).toBe(true);
      await page.getByRole('link').scrollIntoViewIfNeeded();
      await expect(page.getByRole('link')).toBeInViewport();
    }
  });
}

test('no link is made of an address that runs code @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/unsafe-binding: <geo-suggest/);
  await open(page, site.page('<geo-suggest country="FR" href="javascript:alert(1)" hidden>Words</geo-suggest>'));
  await be(page, 'FR');
  expect(await visibleText(box(page))).toBe('Words ×');
  expect(await box(page).locator('a').count()).toBe(0);
  expect(lines).toHaveLength(1);
});

test('one without a condition shows nothing, and is named @rare', async ({ page, site, expectLines }) => {
  expectLines(/empty-condition: <geo-suggest/);
  await open(page, site.page('<geo-suggest href="/fr/" hidden>Words</geo-suggest>'));
  await expect(box(page)).toHaveCount(0);
});

test('it works under a strict policy, and its parts are the owner’s to style @rare', async ({ page, site }) => {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      Reflect.set(window, 'violated', violatedDirective),
    ),
  );
  site.headers = {
    'content-security-policy':
      "default-src 'self' data:; script-src 'nonce-abc' 'strict-dynamic'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  site.file('/own.css', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/css' }).end('geo-suggest::part(box) { color: rgb(1, 2, 3) }'),
  );
  await open(
    page,
    site.page(suggestion, {
      tag: scriptTag.replace('<script', '<script nonce="abc"'),
      head: '<link rel="stylesheet" href="/own.css">',
    }),
  );
  expect(
    await box(page).evaluate((element) => [getComputedStyle(element).position, getComputedStyle(element).color]),
  ).toEqual(['fixed', 'rgb(1, 2, 3)']);
  expect(await page.evaluate(() => Reflect.get(window, 'violated') as unknown)).toBeUndefined();
});

test('on the way back to the page that it leads to it closes @rare', async ({ page, site }) => {
  await open(page, site.page(`<geo-suggest country="FR" href="/fr" hidden>${words}</geo-suggest>${main}`));
  await page.evaluate(() => {
    history.pushState(null, '', '/fr');
    history.pushState(null, '', '/de');
  });
  await expect(box(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(box(page)).toHaveCount(0);
});

test('destroy leaves the page as it was', async ({ page, site }) => {
  await open(page, site.page(suggestion + main));
  await expect(box(page)).toBeVisible();
  await page.evaluate(() => globalThis.geolet?.destroy());
  await nextFrame(page);
  await expect(box(page)).toHaveCount(0);
  expect(
    await page
      .locator('geo-suggest')
      .evaluate((element) =>
        element.isEqualNode(
          new DOMParser().parseFromString(
            '<geo-suggest country="FR" href="/fr{path}" lang="fr" hidden>Voir notre site français</geo-suggest>',
            'text/html',
          ).body.firstChild,
        ),
      ),
  ).toBe(true);
  expect(await visibleText(page.locator('body'))).toBe('first last');
});
