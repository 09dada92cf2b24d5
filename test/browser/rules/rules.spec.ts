import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { holdRequests } from '../visitor/told.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** What page builders give an owner: ids, classes and attributes, and no field for `data-geo-*`. */
const body = `<main id="hero"><h1>Made to walk</h1><p id="price">$49</p><p class="promo">Free delivery in France</p>
<a class="shop" href="/shop">Our shop</a><div class="card" data-kind="boot"><span>Boots</span></div></main>`;

const rules = [
  { select: '#price', currency: 'USD 49, EUR 45' },
  { select: '.promo', show: 'country: FR' },
  { select: '#hero > h1', text: 'Bonjour', when: 'country: JP' },
  { select: '#hero > h1', text: 'Made to walk {city}' },
  { select: 'a.shop', href: '/{country:lower}/shop' },
  { select: '[data-kind="boot"] span', class: 'in-{country}' },
];

const all = async (page: Page) => ({
  text: await visibleText(page.locator('main')),
  href: (await page.locator('a').getAttribute('href'))?.replace(new URL(page.url()).origin, ''),
  class: await page.locator('span').getAttribute('class'),
});
const inLyon = {
  text: 'Made to walk Lyon €45 Free delivery in France Our shop Boots',
  href: '/fr/shop',
  class: 'in-fr',
};
const asWritten = { text: 'Made to walk $49 Free delivery in France Our shop Boots', href: '/shop', class: null };

for (const script of ['geolet.js', 'geolet-bindings.js']) {
  test(`${script}: rules bind what their selectors find, and the way back is there`, async ({ page, site }) => {
    await open(page, site.page(body, { head: block({ rules }), tag: scriptTag.replace('geolet.js', script) }));
    await expect.poll(() => all(page)).toEqual(inLyon);
    await page.evaluate(() => geolet?.override({ country: 'JP' }));
    await expect.poll(async () => (await all(page)).text).toBe('Bonjour $49 Our shop Boots');
    await page.evaluate(() => geolet?.destroy());
    expect(await all(page)).toEqual(asWritten);
  });
}

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('rules whose file comes before the visitor is known follow what comes late', async ({ page, site }) => {
  const release = await holdRequests(page);
  const file = page.waitForResponse(/geolet-rules/);
  await page.goto(site.page(body, { head: block({ rules }) }));
  await (await file).finished();
  await nextFrames(page);
  release();
  await expect.poll(() => all(page)).toEqual(inLyon);
  await page.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p id="price">$49</p>'));
  await expect.poll(async () => (await all(page)).text).toBe(`${inLyon.text} €45`);
});

test('with data-bindings="load" rules write nothing before the page has loaded', async ({ page, site }) => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  site.file('/late.svg', (_request, response) => {
    void held.then(() =>
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
  });
  const tag = scriptTag.replace('async', 'async data-bindings="load"');
  const file = page.waitForResponse(/geolet-rules/);
  await page.goto(site.page(`${body}<img src="/late.svg" alt="">`, { head: block({ rules }), tag }), {
    waitUntil: 'commit',
  });
  await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.countryCode)).toBe('FR');
  await (await file).finished();
  await nextFrames(page);
  expect(await all(page)).toEqual(asWritten);
  finish();
  await expect.poll(() => all(page)).toEqual(inLyon);
});

test('elements with the same name and classes are told apart by what is around them', async ({ page, site }) => {
  const list = [
    { select: '.left > b', text: 'left {city}' },
    { select: 'main .deep b', text: 'deep {city}' },
    { select: '[data-kind] > b', text: 'kind {city}' },
    { select: 'b.one', text: 'one {city}' },
  ];
  const html =
    '<main><p class="left"><b class="one">1</b></p> <p class="deep"><i><b class="one">2</b></i></p> <p data-kind><b class="one">3</b></p> <p><b class="one">4</b></p> <p><b>5</b></p></main>';
  await open(page, site.page(html, { head: block({ rules: list }) }));
  const says = (words: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(words);
  await says('left Lyon deep Lyon kind Lyon one Lyon 5');
  await page.locator('main').evaluate((main) => {
    const [first, , , , last] = main.children;
    first?.classList.remove('left');
    last?.classList.add('left');
  });
  await says('one Lyon deep Lyon kind Lyon one Lyon left Lyon');
});

test('a picture that fails to load is put back, also where the visitor becomes known meanwhile', async ({
  page,
  site,
  expectLines,
}) => {
  expectLines(/404/);
  site.file('/gone.gif', (_request, response) => response.writeHead(404).end());
  const list = [
    { select: '.boot', src: '/gone.gif', when: 'path: /' },
    { select: '.boots source', srcset: '/gone.gif', when: 'path: /' },
    { select: '.shoe', src: '/there.gif', when: 'path: /' },
  ];
  const html = `<picture class="boots"><source srcset="/wide.gif"><img class="boot" src="/own.gif" alt="x"></picture><img class="shoe" src="/own.gif" alt="x">`;
  await open(page, site.page(html, { head: block({ rules: list }) }));
  const shown = (select: string) => page.locator(select).evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(() => shown('.boot')).toBe(`${site.url}/wide.gif`);
  await expect.poll(() => shown('.shoe')).toBe(`${site.url}/there.gif`);
});
