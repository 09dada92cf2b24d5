import type { Page } from '@playwright/test';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, test, visibleText } from '../support/test.ts';

const content =
  '<main><p><geo-if country="DE">Germany</geo-if> <geo-text template="Shoes for {city|you}">Shoes for you</geo-text></p><p data-geo-show="device: mobile" hidden>On a phone</p><p data-geo-show="gpc" hidden>Signal</p><p data-geo-show="language: de" hidden>Deutsch</p></main>';
const control = (page: Page) => page.locator('geo-preview');

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('main'))).toBe(text);
}

test('city, device, language and signal are chosen, and the address follows @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-as=FR`);
  await control(page).getByText('More', { exact: true }).click();
  await control(page).getByLabel('City', { exact: true }).fill('Lyon');
  await control(page).getByLabel('City', { exact: true }).press('Enter');
  await expectText(page, 'Shoes for Lyon');
  await control(page).getByLabel('Device').selectOption({ label: 'Phone' });
  await control(page).getByLabel('Opt-out signal').check();
  await control(page).getByLabel('Language').fill('de-AT');
  await control(page).getByLabel('Language').press('Enter');
  await expectText(page, 'Shoes for Lyon On a phone Signal Deutsch');
  expect(page.url()).toBe(`${site.url}/?geo-as=FR;city:Lyon;device:mobile;gpc:yes;language:de-AT`);
  await control(page).getByLabel('Opt-out signal').uncheck();
  await control(page).getByLabel('Device').selectOption({ label: 'Any device' });
  await expectText(page, 'Shoes for Lyon Deutsch');
});

test('what is typed as a city is one, whatever it looks like @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-as=FR`);
  await control(page).getByText('More', { exact: true }).click();
  await control(page).getByLabel('City', { exact: true }).fill('x; not-country: DE');
  await control(page).getByLabel('City', { exact: true }).press('Enter');
  await expectText(page, 'Shoes for x');
  expect(page.url()).toBe(`${site.url}/?geo-as=FR;city:x`);
});

test('a page that changes meanwhile leaves what is being typed @rare', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-as=FR`);
  await control(page).getByText('More', { exact: true }).click();
  const city = control(page).getByLabel('City', { exact: true });
  await city.fill('Lyo');
  await page.evaluate(() => dispatchEvent(new Event('languagechange')));
  await city.pressSequentially('n');
  await city.press('Enter');
  await expectText(page, 'Shoes for Lyon');
});

test('says why the page is as it is @rare', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await page.goto(`${site.page(content)}?geo-as=FR`);
  await expect(control(page)).toContainText('from the address');
  await page.goto(site.page(content, { path: '/other' }));
  await expect(control(page)).toContainText('kept in this tab');
  await control(page).getByRole('button', { name: 'Leave' }).click();
  await page.goto(site.page(`${content}<geo-preview></geo-preview>`, { path: '/placed' }));
  await expect(control(page)).toContainText('from your own lookup');
  await expect(control(page).getByRole('button', { name: 'Forget the choice' })).toBeHidden();
  expect(await page.evaluate(() => geolet?.override('DE'))).toBe(true);
  await expect(control(page)).toContainText('A choice made on the page wins over the preview');
  await expectText(page, 'Germany Shoes for you');
  await control(page).getByRole('button', { name: 'Forget the choice' }).click();
  await expectText(page, 'Shoes for Lyon');
  await expect(control(page)).toContainText('from your own lookup');
});

test('tells of each element what shows and why, and leads to it', async ({ page, site }) => {
  await page.goto(`${site.page(content)}?geo-as=FR`);
  await control(page).getByText('Reasons', { exact: true }).click();
  const items = control(page).getByRole('listitem');
  await expect(items).toHaveText([
    /<geo-if country="DE"> shows nothing: the answer is no; country: DE → no, the visitor's country is FR/,
    /<geo-text template="Shoes for \{city\|you\}"> .*its alternative "you"/,
    /data-geo-show="device: mobile"/,
    /gpc → no, the browser does not send Global Privacy Control/,
    /data-geo-show="language: de"/,
  ]);
  const names = await items
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(5);
});

test('words in the address that are not understood get a hint @rare', async ({ page, expectLines }) => {
  expectLines(/^warning: \[geolet\] unusable-visitor/);
  await eachRow(
    [
      ['Frnace', 'did you mean FR?'],
      ['country: USA; device: mobile', 'did you mean country: US; device: mobile?'],
      ['Atlantis', 'write JP, US-CA, or city: Lyon'],
    ].map(([words = '', meant = '']) => [words, { words, meant }]),
    page,
    async ([, { words, meant }], site) => {
      await page.goto(`${site.page(content)}?geo-as=${encodeURIComponent(words)}`);
      await expect(control(page)).toContainText(meant);
    },
  );
});
