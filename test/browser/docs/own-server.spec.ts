import { readFileSync } from 'node:fs';
import { examine } from '../../../src/doctor/examine.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const html = /```html\n(<!doctype html>.*?)```/s.exec(readFileSync('docs/own-server.md', 'utf8'))?.[1] ?? '';

test.beforeEach(({ page, site }) => {
  site.visitor = visitors.lyon;
  return page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
});

test('the page of docs/own-server.md speaks to its visitor and in a preview @rare', async ({ page, site }) => {
  await open(page, site.page(html));
  await expect.poll(() => visibleText(page.locator('h1'))).toBe('Shoes for Lyon');
  expect(await visibleText(page.locator('geo-currency'))).toBe('€139');
  await expect(page.getByRole('combobox', { name: 'Country or region' })).toHaveValue('FR');
  await open(page, `${site.url}/?geo-as=Japan`);
  expect(await visibleText(page.locator('geo-currency'))).toBe('¥21,900');
});

test('the doctor finds nothing wrong with it @rare', async ({ site }) => {
  const findings = await examine(site.page(html), undefined);
  expect(findings.filter(({ result }) => result === 'bad')).toEqual([]);
});
