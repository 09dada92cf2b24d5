import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';
import { violations } from '../support/accessibility.ts';
import { test } from './support.ts';

async function openAsLyon(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'demo-visitor', value: 'lyon', url }]);
  await page.goto(url);
  await expect(page.locator('#visit-status')).toHaveText(/Lyon, France/);
}

test('the demo says why of what is clicked, and lets links be links again @rare', async ({ page, demo: { url } }) => {
  await openAsLyon(page, url);
  await expect(page.locator('#why')).toBeHidden();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('#shop .price geo-currency').click();
  await expect(page.locator('#why-words')).toContainText("the visitor's currency is EUR, which is in the list");
  await page.locator('#card-link .result a').first().click();
  await expect(page.locator('#why-words')).toContainText(
    'data-geo-text="A map for {city}" has written "A map for Lyon"',
  );
  expect(page.url()).toBe(`${url}/`);
  await page.keyboard.press('Escape');
  await expect(page.locator('#why')).toBeHidden();
  await page.locator('#card-link .result a').nth(1).click();
  await expect(page).toHaveURL(`${url}/?shop=fr#shop`);
});

test('the demo says why of the price to who clicks beside it @rare', async ({ page, demo: { url } }) => {
  await openAsLyon(page, url);
  await page.getByRole('button', { name: 'Why?' }).click();
  const { width = 0, height = 0 } = (await page.locator('#shop .price').boundingBox()) ?? {};
  await page.locator('#shop .price').click({ position: { x: width * 0.6, y: height / 2 } });
  await expect(page.locator('#why-words')).toContainText("the visitor's currency is EUR, which is in the list");
  await expect(page.locator('#shop geo-currency')).toHaveAttribute('data-asked');
  await page.locator('#shop .offer').click({ position: { x: width - 4, y: 4 } });
  await expect(page.locator('#why-words')).toContainText('Geolet does nothing on');
});

test('the demo says why by keyboard alone @rare', async ({ page, demo: { url } }) => {
  await openAsLyon(page, url);
  await page.getByRole('button', { name: 'Why?' }).press('Enter');
  await page.locator('#shop geo-text.city').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-words')).toContainText('{city} → Lyon');
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.locator('[data-why]')).toHaveCount(0);
  expect(await page.locator('#shop geo-text.city').getAttribute('tabindex')).toBeNull();
});

test('an answer that comes after the panel was closed leaves it closed @rare', async ({ page, demo: { url } }) => {
  const release = await holdRequests(page, '**/geolet-explain*');
  await openAsLyon(page, url);
  await page.getByRole('button', { name: 'Why?' }).press('Enter');
  await page.locator('#shop geo-text.city').press('Enter');
  await page.keyboard.press('Escape');
  release();
  expect(await page.locator('#shop geo-text.city').evaluate((city) => globalThis.geolet?.explain(city))).toContain(
    'Lyon',
  );
  await expect(page.locator('#why')).toBeHidden();
});

test('closing gives the focus back to what has asked @rare', async ({ page, demo: { url } }) => {
  await openAsLyon(page, url);
  const why = page.getByRole('button', { name: 'Why?' });
  const inspect = page.getByRole('button', { name: 'geolet.inspect()' });
  await why.press('Enter');
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(why).toBeFocused();
  await why.press('Enter');
  await page.locator('#shop geo-text.city').press('Enter');
  await page.keyboard.press('Escape');
  await expect(why).toBeFocused();
  await inspect.press('Enter');
  await expect(page.locator('#why')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(inspect).toBeFocused();
  await why.press('Enter');
  await page.locator('#builder [name="yes"]').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('#why')).toBeHidden();
  await expect(page.locator('#builder [name="yes"]')).toBeFocused();
});

test('the demo shows its state as JSON @rare', async ({ page, demo: { url } }) => {
  await openAsLyon(page, url);
  await page.getByRole('button', { name: 'geolet.inspect()' }).click();
  await expect(page.locator('#why-words')).toContainText(`"url": "${url}/geo"`);
  await expect(page.locator('#why-title')).toHaveText('geolet.inspect()');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.locator('#why-title')).toHaveText('Why?');
  await expect(page.locator('#why-words')).toContainText('Click anything');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the demo has nothing for axe to say while it says why, ${scheme} @rare`, async ({ browser, demo: { url } }) => {
    const page = await browser.newPage({ bypassCSP: true, colorScheme: scheme });
    await openAsLyon(page, url);
    await page.getByRole('button', { name: 'Why?' }).click();
    for (const asked of ['#shop geo-text.city', '#card-price [data-geo-currency]', '#card-if geo-if']) {
      await page.locator(asked).click();
      await expect(page.locator(asked)).toHaveAttribute('data-asked', '');
      expect(await violations(page), asked).toEqual([]);
    }
    await page.close();
  });
}
