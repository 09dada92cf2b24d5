import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { nextFrame } from '../elements/support.ts';
import { violations } from '../support/accessibility.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';

const words = 'Do not sell my data';
const thanks = 'Your signal is honoured.';
const optOut = `<geo-optout><a href="/privacy">${words}</a> <span slot="honored" hidden>${thanks}</span></geo-optout>`;
const body = `<main><h1>Shop</h1><p>Before ${optOut} after</p></main>`;

const shown = (page: Page) => visibleText(page.locator('p').first());
const button = (page: Page) => page.getByRole('button', { name: words, exact: true });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('geolet-optout'));
const value = (page: Page) => page.evaluate(() => geolet?.optOut);

/** Opens a page, and waits until the element has followed. */
async function openPage(page: Page, url: string): Promise<void> {
  await open(page, url);
  await page.waitForFunction(() => customElements.get('geo-optout'));
  await nextFrame(page);
}

test('a button with the words of the link takes its place, by one file more', async ({ page, site }) => {
  await openPage(page, site.page(body));
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await shown(page)).toBe(`Before ${words} after`);
  const scripts = site.requests.filter((path) => path.endsWith('.js'));
  expect(scripts).toEqual(['/geolet.js', expect.stringMatching(/^\/geolet-optout\./)]);
  expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
});

test('a press opts out, on later pages too, and the next one takes it back', async ({ page, site }) => {
  const head = `<script>heard = []; document.addEventListener('geo-optout', ({ optOut }) => heard.push(optOut))</script>`;
  await openPage(page, site.page(body, { head }));
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  expect([await value(page), await page.evaluate('heard')]).toEqual([true, [true]]);
  await page.evaluate(() => geolet?.consent(false));
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  expect([await value(page), await page.evaluate('heard')]).toEqual([true, []]);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  expect([await value(page), await page.evaluate('heard'), await stored(page)]).toEqual([false, [false], null]);
});

test('it is pressed with the keyboard, and keeps the focus @rare', async ({ page, site }) => {
  await openPage(page, site.page(body));
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  for (const [key, pressed] of [
    ['Enter', 'true'],
    ['Space', 'false'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(button(page)).toHaveAttribute('aria-pressed', pressed);
    await expect(button(page)).toBeFocused();
  }
});

test('all tabs follow a press, and so do all of its kind on the page', async ({ context, site }) => {
  const url = site.page(`${body}<footer>${optOut}</footer>`);
  const pages = [await context.newPage(), await context.newPage()] as const;
  for (const page of pages) await openPage(page, url);
  await button(pages[0]).first().click();
  for (const page of pages)
    for (const index of [0, 1]) await expect(button(page).nth(index)).toHaveAttribute('aria-pressed', 'true');
});

test('with the signal the words for it show alone, and no button', async ({ page, site }) => {
  await signalPrivacy(page);
  await openPage(page, site.page(body));
  expect(await shown(page)).toBe(`Before ${thanks} after`);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await stored(page)).toBe(null);
  await page.evaluate(() => geolet?.destroy());
  expect(await shown(page)).toBe(`Before ${words} after`);
  expect(await page.locator('geo-optout').evaluate((element) => element.outerHTML)).toBe(
    optOut.replace('hidden', 'hidden=""'),
  );
});

test('words for the signal in a template show then, and load nothing before @rare', async ({ page, site }) => {
  const html = optOut.replace(
    /<span.*span>/,
    `<template slot="honored"><img src="/seal.gif" alt="">${thanks}</template>`,
  );
  await openPage(page, site.page(`<p>${html}</p>`));
  await expect(button(page)).toBeVisible();
  expect(site.requests).not.toContain('/seal.gif');
  await signalPrivacy(page);
  await page.reload();
  await expect.poll(() => shown(page)).toBe(thanks);
  await expect.poll(() => site.requests).toContain('/seal.gif');
});

test.describe('as written it stays', () => {
  test('with scripts off @rare', async ({ browser, site }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(site.page(body));
    await expect(page.getByRole('link', { name: words })).toBeVisible();
    await expect(page.getByText(thanks)).toBeHidden();
    await page.close();
  });

  test('where its file does not come @rare', async ({ page, site, expectLines }) => {
    expectLines(/file-refused: optout/, /Failed to load|ERR_/);
    await page.route(/geolet-optout/, (route) => route.abort());
    await open(page, site.page(body));
    await expect(page.getByRole('link', { name: words })).toBeVisible();
    expect(await shown(page)).toBe(`Before ${words} after`);
  });

  test('below data-geo-ignore @rare', async ({ page, site }) => {
    await signalPrivacy(page);
    await openPage(page, site.page(`<p data-geo-ignore>${optOut}<geo-optout></geo-optout></p>`));
    await expect(page.getByRole('link', { name: words })).toBeVisible();
    expect(await shown(page)).toBe(words);
  });

  test('after the end @rare', async ({ page, site }) => {
    await openPage(page, site.page(body));
    await button(page).click();
    await page.evaluate(() => geolet?.destroy());
    await expect(page.getByRole('link', { name: words })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await page.locator('geo-optout').evaluate((element) => element.outerHTML)).toBe(
      optOut.replace('hidden', 'hidden=""'),
    );
  });

  test('without words for the signal, or without a name, which is said @rare', async ({ page, lines, expectLines }) => {
    expectLines(/incomplete-optout: <geo-optout>/);
    await eachRow(
      [
        ['without words for the signal', `<geo-optout><a href="/privacy">${words}</a></geo-optout>`],
        [
          'with those words too deep',
          `<geo-optout><p><a href="/privacy">${words}</a><b slot="honored" hidden>x</b></p></geo-optout>`,
        ],
        [
          'without a name',
          `<geo-optout><a href="/privacy"><img src="/a.gif" alt="${words}"></a><b slot="honored" hidden>x</b></geo-optout>`,
        ],
      ],
      page,
      async ([, html], site) => {
        lines.length = 0;
        await openPage(page, site.page(`<main>${html}</main>`));
        await page.evaluate(() => geolet?.override('JP'));
        await expect(page.getByRole('link', { name: words })).toBeVisible();
        await expect(page.getByRole('button')).toHaveCount(0);
        expect(lines).toHaveLength(1);
      },
    );
  });
});

test('without words for the signal it stays as written with the signal @rare', async ({ page, site, expectLines }) => {
  expectLines(/incomplete-optout: <geo-optout>/);
  await signalPrivacy(page);
  await openPage(page, site.page(`<p><geo-optout><a href="/privacy">${words}</a></geo-optout></p>`));
  await expect(page.getByRole('link', { name: words })).toBeVisible();
});

test('its label goes before its text, and both are followed @rare', async ({ page, site }) => {
  await openPage(page, site.page(body));
  await page
    .locator('geo-optout a')
    .evaluate((link) => Object.assign(link.firstChild ?? link, { data: '  Meine Daten\n nicht verkaufen ' }));
  await expect(page.getByRole('button', { name: 'Meine Daten nicht verkaufen', exact: true })).toBeVisible();
  await page.locator('geo-optout').evaluate((element) => element.setAttribute('label', 'Opt out'));
  await expect(page.getByRole('button', { name: 'Opt out', exact: true })).toBeVisible();
  await page.locator('geo-optout').evaluate((element) => element.removeAttribute('label'));
  await expect(page.getByRole('button', { name: 'Meine Daten nicht verkaufen', exact: true })).toBeVisible();
  await page.locator('[slot=honored]').evaluate((part) => part.remove());
  await expect(page.getByRole('link')).toBeVisible();
  await page
    .locator('geo-optout')
    .evaluate((element) => element.insertAdjacentHTML('beforeend', '<b slot="honored" hidden>x</b>'));
  await expect(page.getByRole('button')).toBeVisible();
});

test('a condition on it hides all of it, and its hidden goes when it shows @rare', async ({ page, site }) => {
  const conditional = optOut.replace('>', ' data-geo-show="country: US" hidden>');
  await openPage(page, site.page(`<p>A${conditional}B</p>`));
  expect(await shown(page)).toBe('A B');
  await page.evaluate(() => geolet?.override('US'));
  await expect(button(page)).toBeVisible();
  await page.evaluate(() => geolet?.override('FR'));
  await expect.poll(() => shown(page)).toBe('A B');
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a link that has the focus stays until the focus leaves it @rare', async ({ page, site }) => {
  const answer = await holdRequests(page);
  await page.goto(site.page(`${body}<a href="/other">Other</a>`));
  await page.waitForFunction(() => customElements.get('geo-optout'));
  await page.getByRole('link', { name: words }).focus();
  answer();
  await page.waitForFunction(() => geolet?.visitor);
  await nextFrame(page);
  await expect(page.getByRole('link', { name: words })).toBeFocused();
  await page.getByRole('link', { name: 'Other' }).focus();
  await expect(button(page)).toBeVisible();
});

test('before consent, and with storage off, a press is stored, and nothing else @rare', async ({ page, site }) => {
  for (const setting of ['data-consent="required"', 'data-storage="off"']) {
    await openPage(page, site.page(body, { tag: scriptTag.replace('async', `async ${setting}`) }));
    await page.evaluate(() => localStorage.clear());
    await button(page).click();
    expect(await page.evaluate(() => Object.assign({}, localStorage))).toEqual({ 'geolet-optout': '1' });
    await button(page).click();
  }
});

for (const [name, refuse] of [
  [
    'nothing can be read',
    () =>
      void Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
  ],
  [
    'nothing can be written',
    () =>
      void (Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  ],
] as const) {
  test(`where ${name}, a press holds for the page @rare`, async ({ page, site }) => {
    await page.addInitScript(refuse);
    await openPage(page, site.page(body));
    for (const pressed of [true, false, true]) {
      await button(page).click();
      await expect(button(page)).toHaveAttribute('aria-pressed', String(pressed));
      expect(await value(page)).toBe(pressed);
      await page.evaluate(() => dispatchEvent(new Event('pageshow')));
      expect(await value(page)).toBe(pressed);
    }
    await page.reload();
    await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  });
}

test('in a preview a press is the visitor’s own and is stored @rare', async ({ page, site }) => {
  await openPage(page, `${site.page(body)}?geo-as=US-CA`);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  expect([await value(page), await stored(page)]).toEqual([true, '1']);
  await page.goto(`${site.page(body)}?geo-as=US-CA;gpc`);
  await expect.poll(() => shown(page)).toBe(`Before ${thanks} after`);
});

test('it comes for a page of geolet-bindings.js, too @rare', async ({ page, site, expectLines }) => {
  expectLines(/late-elements/);
  await openPage(page, site.page(body, { tag: scriptTag.replace('geolet.js', 'geolet-bindings.js') }));
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
});

test('explain() says why @rare', async ({ page, site }) => {
  const why = () => page.evaluate(() => geolet?.explain(document.querySelector('geo-optout') ?? undefined));
  await openPage(page, site.page(body));
  expect(await why()).toContain(
    '<geo-optout> shows its button\n  geolet.optOut → false: the visitor has not opted out',
  );
  await button(page).click();
  expect(await why()).toContain('<geo-optout> shows its button, pressed\n  geolet.optOut → true');
  await signalPrivacy(page);
  await page.reload();
  await page.waitForFunction(() => geolet?.visitor);
  expect(await why()).toContain('<geo-optout> shows its words for the signal\n  geolet.optOut → signal');
});

/** Where the words and the lines around them are. */
const places = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) => [
      main.getBoundingClientRect().height,
      main.querySelector('h1 + p')?.getBoundingClientRect().height,
    ]);

test('nothing below moves when the button takes the place of the link @rare', async ({ page }) => {
  await eachRow(
    ['12px', '16px', '24px'].map((size) => [size, size]),
    page,
    async ([, size], site) => {
      const release = await holdRequests(page, `${site.url}/geo`);
      await page.goto(site.page(body, { head: `<style>body { font: ${size} sans-serif }</style>` }));
      await page.waitForFunction(() => customElements.get('geo-optout'));
      const before = await places(page);
      release();
      await expect(button(page)).toBeVisible();
      expect(await places(page)).toEqual(before);
      const box = await button(page).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect(box?.width).toBeGreaterThanOrEqual(24);
    },
  );
});

for (const [name, media, root] of [
  ['light', { colorScheme: 'light' }, 'lang="en"'],
  ['dark', { colorScheme: 'dark' }, 'lang="en"'],
  ['forced colours', { forcedColors: 'active' }, 'lang="en"'],
  ['right-to-left', { colorScheme: 'light' }, 'lang="ar" dir="rtl"'],
] as const) {
  test(`axe finds nothing in it: ${name}${name === 'light' ? '' : ' @rare'}`, async ({ page, site }) => {
    await page.emulateMedia(media);
    await openPage(
      page,
      site.page(
        `<!doctype html><html ${root}><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Shop</title>${scriptTag}</head><body>${body}</body></html>`,
      ),
    );
    expect(await violations(page)).toEqual([]);
    const before = await button(page).screenshot();
    await button(page).click();
    await page.mouse.move(0, 0);
    expect(await violations(page)).toEqual([]);
    expect((await button(page).screenshot()).equals(before)).toBe(false);
    await signalPrivacy(page);
    await page.reload();
    await expect(page.getByText(thanks)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
