import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { productPage, products } from '../../../builders/builder-shop.ts';
import { compareRules } from '../../../../src/doctor/site/compare-rules.ts';
import { readRulesOnPage } from '../../../../src/doctor/site/rules-on-page.ts';
import { plantedBlock } from '../../../support/planted-offers.ts';

const rules = [
  { select: '.product__info-container .price-item--regular', currency: 'USD 49, EUR 45', when: 'path: /products/*' },
  { select: '.product__text', text: 'Livraison en 2 jours.', when: 'country: FR; path: /products/*' },
  { select: '.announcement-bar', show: 'eu', when: 'path: /products/*' },
  { select: 'h1', text: 'Chaussure', when: 'country: FR; path: /products/shoe' },
];
const shopify = readFileSync('test/builders/shopify.html', 'utf8').replace(
  '<!-- head code -->',
  plantedBlock({ rules }),
);

it('in a shop whose blocks have one name for all, what a rule finds besides is said', () => {
  const pages = products.map((page) => readRulesOnPage(productPage('shopify', page)(shopify), page.path));
  expect(compareRules(pages).map(({ result, text }) => `${result}: ${text}`)).toEqual([
    'warning: rules[0] (.product__info-container .price-item--regular) finds another price than USD 49, the first of its list: "$89" on /products/boot, "$29.50" on /products/slipper, "€49" on /products/clog and 5 more.',
    'warning: rules[1] (.product__text) finds 2 elements on /products/slipper, 3 elements on /products/clog, 2 elements on /products/brogue and 2 more.',
    'warning: rules[2] (.announcement-bar) finds nothing on /products/trainer, /products/mule, /products/wader.',
    'good: rules[3] (h1) finds one element on /products/shoe.',
  ]);
});
