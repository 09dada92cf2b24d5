import { visitors } from '../support/visitors.ts';
import { expect, open, test, visibleText } from './support/test.ts';

const shop = `
  <h1><geo-text template="Shoes for {city}">Shoes for you</geo-text></h1>
  <p id="price"><geo-currency prices="USD 49, EUR 45, JPY 6900">$49</geo-currency></p>
  <p id="line"><geo-if country="FR">Livraison en 2 jours.<span slot="else" hidden>Ships in 5 days.</span></geo-if></p>
  <p id="bound" data-geo-text="Hello {country}">Hello</p>
  <p id="shown" data-geo-show="country: JP" hidden>Osaka shop</p>`;

test('a visitor from Lyon sees euros and the French line', async ({ page, site }) => {
  site.visitor = visitors.lyon;
  await open(page, site.page(shop));
  expect(await visibleText(page.locator('body'))).toBe('Shoes for Lyon €45 Livraison en 2 jours. Hello France');
});

test('a visitor from Osaka sees yen and the other line', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  await open(page, site.page(shop));
  expect(await visibleText(page.locator('body'))).toBe(
    'Shoes for Osaka ¥6,900 Ships in 5 days. Hello Japan Osaka shop',
  );
});
