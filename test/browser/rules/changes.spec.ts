import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const text = (page: Page, selector = 'main') => visibleText(page.locator(selector));
const write = (page: Page, html: string) =>
  page.evaluate((added) => document.querySelector('main')?.insertAdjacentHTML('beforeend', added), html);

test('nodes that come later are bound, also in a shadow root that was handed over', async ({ page, site }) => {
  const rules = [{ select: '.city', text: '{city}' }];
  await open(page, site.page('<main><p class="city">you</p></main>', { head: block({ rules }) }));
  await expect.poll(() => text(page)).toBe('Lyon');
  await write(page, '<p class="city">you</p><p class="town">you</p>');
  await expect.poll(() => text(page)).toBe('Lyon Lyon you');
  await page.evaluate(() => {
    const host = document.querySelector('main')?.appendChild(document.createElement('div'));
    const root = host?.attachShadow({ mode: 'open' });
    if (!root) return;
    root.innerHTML = '<p class="city">you</p>';
    geolet?.scan(root);
  });
  await expect.poll(() => page.evaluate(() => document.querySelector('div')?.shadowRoot?.textContent)).toBe('Lyon');
});

test('a change of class, id or another attribute that a rule names is followed', async ({ page, site }) => {
  const rules = [
    { select: '.on', text: 'by class' },
    { select: '#one', text: 'by id' },
    { select: '[data-kind=boot] p', text: 'by what is around' },
  ].map((rule) => ({ ...rule, when: 'country: FR' }));
  await open(page, site.page('<main><p>as written</p></main><p class="on">x</p>', { head: block({ rules }) }));
  await expect.poll(() => text(page, '.on')).toBe('by class');
  const set = (selector: string, name: string, value: string | null) =>
    page.evaluate(
      ([where, attribute, given]) => {
        const element = document.querySelector(where as string);
        if (given === null) element?.removeAttribute(attribute as string);
        else element?.setAttribute(attribute as string, given as string);
      },
      [selector, name, value],
    );
  await set('main p', 'class', 'on');
  await expect.poll(() => text(page)).toBe('by class');
  await set('main p', 'class', null);
  await expect.poll(() => text(page)).toBe('as written');
  await set('main p', 'id', 'one');
  await expect.poll(() => text(page)).toBe('by id');
  await set('main p', 'id', 'two');
  await expect.poll(() => text(page)).toBe('as written');
  await set('main', 'data-kind', 'boot');
  await expect.poll(() => text(page)).toBe('by what is around');
  await set('main', 'data-kind', null);
  await expect.poll(() => text(page)).toBe('as written');
});

test('an element that moves is asked again by what is around it', async ({ page, site }) => {
  const rules = [
    { select: '.sale .price', currency: 'USD 49, EUR 39' },
    { select: '.price', currency: 'USD 49, EUR 45' },
    { select: '#shop p', text: 'in {country}' },
    { select: '#shop i', hide: 'country: FR' },
  ];
  const body =
    '<main><div class="sale"><b class="price">$49</b></div><section id="shop"><p>a</p><div><i>b</i></div></section><aside></aside></main>';
  await open(page, site.page(body, { head: block({ rules }) }));
  await expect.poll(() => text(page)).toBe('€39 in France');
  const move = (...moves: ReadonlyArray<readonly [what: string, into: string]>) =>
    page.evaluate((all) => {
      for (const [what, into] of all) document.querySelector(into)?.append(document.querySelector(what) ?? '');
    }, moves);
  await move(['.price', 'aside'], ['p', 'aside'], ['#shop div', 'aside']);
  await expect.poll(() => text(page)).toBe('€45 a b');
  await move(['.price', '.sale'], ['p', '#shop'], ['aside div', '#shop']);
  await expect.poll(() => text(page)).toBe('€39 in France');
  await move(['.sale', 'aside'], ['#shop', 'aside']);
  await expect.poll(() => text(page)).toBe('€39 in France');
});

test('the first rule that holds wins, and attributes go before it', async ({ page, site }) => {
  const rules = [
    { select: 'p', text: 'Japan', when: 'country: JP' },
    { select: 'p', text: 'France', when: 'country: FR' },
    { select: 'p', text: 'Europe', when: 'eu' },
    { select: 'p', class: 'in-{country}' },
  ];
  const body =
    '<main><p>a</p><p data-geo-text="{city}">b</p><div data-geo-ignore><p>c</p></div><p data-geo-class="own-{country}">d</p></main>';
  await open(page, site.page(body, { head: block({ rules }) }));
  await expect.poll(() => text(page)).toBe('France Lyon c France');
  expect(await page.evaluate(() => [...document.querySelectorAll('p')].map(({ className }) => className))).toEqual([
    'in-fr',
    'in-fr',
    '',
    'own-fr',
  ]);
  await page.evaluate(() => geolet?.override({ country: 'DE' }));
  await expect.poll(() => text(page)).toMatch(/^Europe /);
  await page.evaluate(() => geolet?.override({ country: 'US' }));
  await expect.poll(() => text(page)).toMatch(/^a /);
});

test('a rule for some words writes over those alone, also what a script writes later', async ({ page, site }) => {
  const rules = [
    { select: 'p', text: 'Livré en 3 jours', replaces: 'Ships in 3 days', when: 'country: FR' },
    { select: 'p', text: 'Livré en 5 jours', replaces: 'Ships in 5 days', when: 'country: FR' },
  ];
  const body = '<main><p>Ships in 3 days</p> <p>Ships in 5 days</p> <p>Ships today</p></main>';
  const main = site.page(body, { head: block({ rules }) });
  await open(page, main);
  await expect.poll(() => text(page)).toBe('Livré en 3 jours Livré en 5 jours Ships today');
  const say = (words: string) =>
    page.evaluate((now) => {
      for (const one of document.querySelectorAll('p')) one.textContent = now;
    }, words);
  await say('Sold out');
  await expect.poll(() => text(page)).toBe('Sold out Sold out Sold out');
  await say('Ships in 5 days');
  await expect.poll(() => text(page)).toBe('Livré en 5 jours Livré en 5 jours Livré en 5 jours');
  await page.evaluate(() => geolet?.override({ country: 'US' }));
  await expect.poll(() => text(page)).toBe('Ships in 5 days Ships in 5 days Ships in 5 days');
});

test('a rule hides a part of an element that shows it, and shows it again', async ({ page, site }) => {
  const rules = [{ select: 'b', hide: 'city: Lyon' }];
  const reached = '<geo-currency prices="EUR 60" minus="EUR 60"><b slot="reached" hidden>reached</b></geo-currency>';
  const html = `<main><geo-if country="FR JP"><b>yes</b> <b hidden>too</b> <i>all</i></geo-if> ${reached}</main>`;
  await open(page, site.page(html, { head: block({ rules }) }));
  const says = (words: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(words);
  await expect.poll(() => page.locator('[hidden=geo]').count()).toBe(3);
  await says('all');
  await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka', currency: 'EUR' }));
  await says('yes too all reached');
  await page.evaluate(() => geolet?.override({ country: 'FR', city: 'Lyon', currency: 'EUR' }));
  await says('all');
});

test('what data may not write, rules may not write either', async ({ page, site, expectLines }) => {
  expectLines(/unsafe-binding/);
  const rules = [
    { select: 'script', text: '{city}' },
    { select: 'a', onclick: 'alert(1)', when: 'country: FR' },
    { select: 'a', href: 'javascript:alert(1)', when: 'country: FR' },
    { select: 'p', text: '{city}' },
  ];
  await open(
    page,
    site.page('<p>x</p><a href="/shop">Shop</a><script type="text/x">kept</script>', { head: block({ rules }) }),
  );
  await expect.poll(() => text(page, 'p')).toBe('Lyon');
  expect(await page.locator('a').evaluate((link) => link.outerHTML)).toBe('<a href="/shop">Shop</a>');
  expect(await page.locator('script[type="text/x"]').textContent()).toBe('kept');
});

test('rules that cannot be used are reported, and the others hold', async ({ page, site, expectLines }) => {
  expectLines(...[0, 1, 2, 3, 4].map((index) => new RegExp(`unusable-rule: rules\\[${index}\\]`)));
  const rules = [
    { select: 'p:hover', text: '{city}' },
    { text: '{city}' },
    'h1',
    // No browser can read these.
    { select: 'body\u000bp', text: '{city}' },
    { select: '[title="a\fb"]', text: '{city}' },
    { select: '\u00a0p ', text: '{city}' },
  ];
  await open(page, site.page('<p>x</p>', { head: block({ rules }) }));
  await expect.poll(() => text(page, 'p')).toBe('Lyon');
});

test('rules at an address that cannot be read are told', async ({ page, site, lines, expectLines }) => {
  expectLines(
    /Failed to load/,
    /unusable-rule: rules: \/none\.json: Error: 404/,
    /unusable-rule: rules: \/page\.json: Syntax/,
  );
  site.file('/page.json', (_request, response) => response.end('<!doctype html><p>Not here'));
  for (const rules of ['/none.json', '/page.json']) {
    await open(page, site.page('<p>x</p>', { head: block({ rules }) }));
    await expect.poll(() => page.evaluate(() => geolet?.visitor?.city)).toBe('Lyon');
    await expect.poll(() => lines.join('\n')).toContain(`unusable-rule: rules: ${rules}`);
    expect(await text(page, 'p')).toBe('x');
  }
});

test('bindings="load" binds nothing before the load, manual nothing before a scan', async ({ page, site }) => {
  const rules = [{ select: 'p', text: '{city}' }];
  const tag = scriptTag.replace('async', 'async data-bindings="manual"');
  await open(page, site.page('<p>x</p>', { head: block({ rules }), tag }));
  await expect.poll(() => page.evaluate(() => geolet?.visitor?.city)).toBe('Lyon');
  expect(await text(page, 'p')).toBe('x');
  await page.evaluate(() => geolet?.scan());
  await expect.poll(() => text(page, 'p')).toBe('Lyon');
  await open(
    page,
    site.page('<p>x</p>', {
      path: '/load',
      head: block({ rules }),
      tag: scriptTag.replace('async', 'async data-bindings="load"'),
    }),
  );
  await expect.poll(() => text(page, 'p')).toBe('Lyon');
});
