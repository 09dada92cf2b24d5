import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { nextFrame } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** What a cart writes into `minus`, word for word from the guide to prices. */
const guide = readFileSync('docs/prices.md', 'utf8');
const blockWith = (language: string, words: string) => {
  const blocks = [...guide.matchAll(/```(\w+)\n((?:(?!```)[^])*)```/g)];
  const [, , text] = blocks.find(([, name, code = '']) => name === language && code.includes(words)) ?? [];
  if (text === undefined) throw new Error(`The guide has no block of ${language} with ${words}.`);
  return text;
};
const left = (page: Page) => visibleText(page.locator('geo-currency.left'));

test.beforeEach(({ site }) => {
  site.visitor = visitors.newYork;
});

test('a script of the shop tells its cart @rare', async ({ page, site }) => {
  const element = '<geo-currency class="left" prices="USD 75, EUR 60">$75</geo-currency>';
  await open(page, site.page(element, { head: `<script>${blockWith('js', 'tellCart')}</script>` }));
  await page.evaluate('tellCart(40.1 + 0.2, "USD")');
  await expect.poll(() => left(page)).toBe('$34.70');
});

test('a theme of Shopify reads its cart again after each change @rare', async ({ page, site }) => {
  const html = blockWith('liquid', 'cart.currency.iso_code')
    .replace(/\{\{ cart\.currency.*?\}\}/, 'USD')
    .replace(/\{\{ cart\.total_price.*?\}\}/, '40.5');
  let cents = 4050;
  site.file('/cart.js', (request, response) =>
    faults.body(JSON.stringify({ currency: 'USD', total_price: cents }))(request, response),
  );
  for (const [change, total] of [
    ['add', 6000],
    ['update', 8000],
    ['change', 1999],
  ] as const)
    site.file(`/cart/${change}.js`, (_request, response) => {
      cents = total;
      response.end('{}');
    });
  await open(page, site.page(html));
  await expect.poll(() => left(page)).toBe('$34.50');
  const change = (name: string) => page.evaluate((name) => fetch(`/cart/${name}.js`, { method: 'POST' }), name);
  await change('add');
  await expect.poll(() => left(page)).toBe('$15');
  await change('update');
  await expect.poll(() => left(page)).toBe('nothing');
  await change('change');
  await expect.poll(() => left(page)).toBe('$55.01');
});

test('a fragment of WooCommerce is right before its first frame @rare', async ({ page, site }) => {
  const php = blockWith('php', 'woocommerce_add_to_cart_fragments');
  const [, before = '', after = ''] = /return '([^']*)' \. esc_attr\( \$minus \) \. '([^']*)';/.exec(php) ?? [];
  const fragment = (minus: string) => before + minus + after;
  expect(fragment('USD 40.50')).toContain('minus="USD 40.50"');
  await open(page, site.page(fragment('USD 40.50')));
  await expect.poll(() => left(page)).toBe('$34.50');
  for (const [minus, text] of [
    ['USD 60', '$15'],
    ['USD 75.00', 'nothing'],
    ['USD 0.00', '$75'],
  ] as const) {
    const width = await page.evaluate(async (html) => {
      document.querySelector('geo-currency')?.insertAdjacentHTML('afterend', html);
      document.querySelector('geo-currency')?.remove();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.querySelector('geo-currency')?.getBoundingClientRect().width;
    }, fragment(minus));
    expect(await left(page)).toBe(text);
    await nextFrame(page);
    const settledWidth = await page
      .locator('geo-currency')
      .evaluate((element) => element.getBoundingClientRect().width);
    expect(width, minus).toBe(settledWidth);
  }
});
