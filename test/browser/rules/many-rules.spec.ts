import type { Page } from '@playwright/test';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** So many that the page is asked in other ways than selector by selector. */
const fillers = Array.from({ length: 60 }, (_, index) => ({ select: `.filler-${index}`, text: `filler {city}` }));
const list = (count: number, classes: string) =>
  `<ul>${Array.from({ length: count }, () => `<li class="${classes}">Item</li>`).join('')}</ul>`;
const shown = (page: Page) => visibleText(page.locator('main'));
const bound = (page: Page) => page.locator('li', { hasText: 'Lyon' }).count();

test('of a long list, rules find the one that is other, and follow its class @rare', async ({ page, site }) => {
  const rules = [...fillers, { select: '.card.sale', text: 'sale {city}' }, { select: 'main > p', text: 'p {city}' }];
  await open(page, site.page('<main><p>Made to walk</p></main>', { head: block({ rules }) }));
  await expect.poll(() => shown(page)).toBe('p Lyon');
  for (let time = 1; time < 3; time++) {
    await page.evaluate(
      ([long, other]) => document.querySelector('main')?.insertAdjacentHTML('beforeend', long + other),
      [list(300, 'plain item'), list(1, 'card sale')] as const,
    );
    await expect.poll(() => bound(page)).toBe(time);
  }
  const change = (value: string) =>
    page.evaluate((classes) => {
      const item = document.querySelector('li');
      if (item) item.className = classes;
    }, value);
  await change('filler-7');
  await expect.poll(() => page.locator('li').first().textContent()).toBe('filler Lyon');
  await change('plain item');
  await expect.poll(() => page.locator('li').first().textContent()).toBe('Item');
  await page.evaluate(() => geolet?.destroy());
  expect(await bound(page)).toBe(0);
});

test('a rule that asks for a part of a class finds the items of a long list @rare', async ({ page, site }) => {
  const rules = [...fillers, { select: '[class*=pla]', text: 'plain {city}' }];
  await open(page, site.page(`<main>${list(300, 'plain item')}</main>`, { head: block({ rules }) }));
  await expect.poll(() => bound(page)).toBe(300);
});

test('rules that write the same share it, and rules that differ do not @rare', async ({ page, site }) => {
  const rules = [
    { select: '.a', text: 'to {city}' },
    { select: '.b', text: 'to {city}' },
    { select: '.c', text: 'to {city}', when: 'country: JP' },
    { select: '.d', text: 'in {city}' },
  ];
  const html = '<main><p class="a">1</p> <p class="b">2</p> <p class="c">3</p> <p class="d">4</p></main>';
  await open(page, site.page(html, { head: block({ rules }) }));
  await expect.poll(() => shown(page)).toBe('to Lyon to Lyon 3 in Lyon');
  await page
    .locator('p')
    .first()
    .evaluate((element) => element.setAttribute('class', 'd'));
  await expect.poll(() => shown(page)).toBe('in Lyon to Lyon 3 in Lyon');
  await page.evaluate(() => geolet?.override({ country: 'JP', city: 'Osaka' }));
  await expect.poll(() => shown(page)).toBe('in Osaka to Osaka to Osaka in Osaka');
});

test('an item that gets another class before its turn is written by its new class @rare', async ({ page, site }) => {
  // Each look at the clock says that the task has taken long enough.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    let lateMs = 0;
    performance.now = () => now() + (lateMs += 30);
  });
  await open(page, site.page('<main></main>', { head: block({ rules: fillers }) }));
  await page.evaluate(
    async (html) => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
      // Of the same frame, after the first items are written.
      await Promise.resolve();
      requestAnimationFrame(() => {
        const last = document.querySelector('li:last-child');
        if (last) last.className = 'plain';
      });
    },
    list(2200, 'filler-3'),
  );
  await expect.poll(() => bound(page)).toBe(2199);
  expect(await page.locator('li').last().textContent()).toBe('Item');
});

test('of many rules, those find an element that ask for what is around it @rare', async ({ page, site }) => {
  const rules = [
    ...fillers,
    { select: '.box > .a, #top > b:not(.c), .alone', text: 'one {city}' },
    { select: 'main > .a', text: 'two {city}' },
  ];
  const html =
    '<main><p class="a">1</p> <p class="alone">2</p> <div class="box other"><i class="a">3</i> <b>4</b></div> <div id="top"><b>5</b> <b class="c">6</b></div></main>';
  await open(page, site.page(html, { head: block({ rules }) }));
  await expect.poll(() => shown(page)).toBe('two Lyon one Lyon one Lyon 4 one Lyon 6');
});
