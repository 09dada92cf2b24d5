import { readFileSync } from 'node:fs';
import { visitors } from '../../support/visitors.ts';
import { be } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** The examples of a section. */
function examplesOf(section: string): string {
  const page = readFileSync('docs/checkout.md', 'utf8');
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/```html\n(.*?)```/gs)].map(([, html]) => html).join('');
}

test.beforeEach(({ site }) => {
  site.visitor = visitors.lyon;
});

test('the link of docs/checkout.md has the currency of the price beside it', async ({ page, site }) => {
  await open(page, site.page(`<main>${examplesOf('A link')}</main>`));
  const read = async () => [
    await visibleText(page.locator('geo-currency')),
    (await page.getByRole('link').getAttribute('href'))?.replace(site.url, ''),
  ];
  await expect.poll(read).toEqual(['€139', '/buy?currency=EUR']);
  await be(page, 'IN');
  await expect.poll(read, 'rupees are not in the list').toEqual(['$99', '/buy?currency=USD']);
  await be(page, 'country: IN; currency: EUR');
  await expect.poll(read).toEqual(['€139', '/buy?currency=EUR']);
  await be(page, 'unknown');
  await expect.poll(read).toEqual(['$149', '/buy?currency=USD']);
});

test('the form sends the currency, and follows a choice @rare', async ({ page, site }) => {
  await open(page, site.page(examplesOf('A form')));
  const value = () => page.locator('input').inputValue();
  await expect.poll(value).toBe('EUR');
  await be(page, 'US');
  await expect.poll(value).toBe('USD');
});

test('the form for Paddle sends the country, and no country where it is not known @rare', async ({ page, site }) => {
  const paddle = `<script>window.opened = []; window.Paddle = { Checkout: { open: (checkout) => opened.push(checkout) } }</script>`;
  await open(page, site.page(paddle + examplesOf('Paddle')));
  const opened = () => page.evaluate(() => Reflect.get(globalThis, 'opened') as unknown);
  await page.getByRole('textbox').fill('lyon@shop.example');
  await page.getByRole('button').click();
  const items = [{ priceId: 'pri_asterisk', quantity: 1 }];
  const known = { items, customer: { email: 'lyon@shop.example', address: { countryCode: 'FR' } } };
  await expect.poll(opened).toEqual([known]);
  await be(page, 'unknown');
  await page.getByRole('button').click();
  await expect.poll(opened).toEqual([known, { items, customer: { email: 'lyon@shop.example' } }]);
});
