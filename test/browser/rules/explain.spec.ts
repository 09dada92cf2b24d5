import type { Page } from '@playwright/test';
import { visitors } from '../../support/visitors.ts';
import { block } from '../money/support.ts';
import { forVisitorsFrom, keep, openPanel, panel, pointAt, shop } from '../picker/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const body = `<main id="hero"><h1>Made to walk</h1><p class="price">$49</p><p class="promo">Free delivery</p>
<a class="shop" href="/shop">Our shop</a><h2 data-geo-text="In {city}">Here</h2><div class="box"><b>Boots</b></div>
<p class="card" data-geo-ignore>Ours</p></main>`;

const rules = [
  { select: '#hero > h1', text: 'Konnichiwa', when: 'country: JP' },
  { select: 'h1', text: 'Bonjour {city}', when: 'country: FR; eu' },
  { select: 'h1', text: 'Hello {city}' },
  { select: '.price', currency: 'USD 49, EUR 45' },
  { select: '.promo', hide: 'country: FR' },
  { select: 'h2', text: 'By a rule in {city}' },
  { select: '.box', text: '{city}' },
  { select: '.nowhere', text: '{city}' },
  { select: '.card', text: '{city}' },
  { select: '.shop', class: 'in-{country}', when: 'country: JP' },
];

const why = (page: Page, selector: string) =>
  page.evaluate(async (text) => (await geolet?.explain(document.querySelector(text) ?? undefined)) ?? '', selector);

const whole = (page: Page) => page.evaluate(async () => (await geolet?.explain()) ?? '');

const said: ReadonlyArray<readonly [selector: string, ...lines: string[]]> = [
  [
    'h1',
    'rules[1] in the settings block: select "h1", when country: FR; eu, has written "Bonjour Lyon" instead of "Made to walk"',
    "  country: FR → yes, the visitor's country is FR",
    '  {city} → Lyon',
    '  rules[0] in the settings block: select "#hero > h1", when country: JP, does not hold: no',
    "    country: JP → no, the visitor's country is FR",
    '  1 later rule is not asked',
    "The visitor is in Lyon, ARA, FR, by the proxy's answer",
  ],
  [
    '.price',
    'rules[3] in the settings block: select ".price", has written "€45" instead of "$49"',
    "  the visitor's currency is EUR, which is in the list",
  ],
  [
    '.promo',
    'rules[4] in the settings block: select ".promo", hides it',
    "    country: FR → yes, the visitor's country is FR",
  ],
  [
    'h2',
    'data-geo-text="In {city}" has written "In Lyon"',
    'rules[5] in the settings block: select "h2", is not asked for text: what stands on the element goes before it',
  ],
  [
    '.box',
    'rules[6] in the settings block: select ".box", leaves it as written',
    'element-children: it has elements in it',
  ],
  ['.card', 'rules[8] in the settings block: select ".card", leaves it as written', 'data-geo-ignore on <p'],
  ['.shop', 'no rule beside the page holds for class: it stays as written', 'when country: JP, does not hold: no'],
];

test('explain says which rule wrote each value, and why others did not @rare', async ({ page, site, expectLines }) => {
  expectLines(/element-children/);
  await open(page, site.page(body, { head: block({ rules: [...rules] }) }));
  await expect.poll(() => visibleText(page.locator('h1'))).toBe('Bonjour Lyon');
  for (const [selector, ...lines] of said) {
    const text = await why(page, selector);
    for (const line of lines) expect(text, selector).toContain(line);
  }
});

test('explain says what hides an element inside of one that a rule has hidden @rare', async ({ page, site }) => {
  const list = [{ select: '.promo', hide: 'country: FR' }];
  await open(page, site.page('<div class="promo"><p>Free</p></div>', { head: block({ rules: list }) }));
  await expect(page.locator('.promo')).toBeHidden();
  const text = await why(page, 'p');
  expect(text).toContain('It does not show, because of what is around it:');
  expect(text).toContain('rules[0] in the settings block: select ".promo", hides it');
});

test('explain of the page counts what each rule finds @rare', async ({ page, site, expectLines }) => {
  expectLines(/element-children/);
  await open(page, site.page(body, { head: block({ rules }) }));
  await expect.poll(() => visibleText(page.locator('h1'))).toBe('Bonjour Lyon');
  const text = await whole(page);
  expect(text).toContain('Rules: rules[0] "#hero > h1" 1, rules[1] "h1" 1, rules[2] "h1" 1, rules[3] ".price" 1,');
  expect(text).toContain('- rules[7] ".nowhere" finds nothing on this page');
  expect(text).not.toContain('rules[3] ".price" finds nothing');
});

test('on localhost a rule that finds nothing here is no reason to print @rare', async ({ page, site, lines }) => {
  site.visitor = visitors.lyon;
  const list = [
    { select: 'h1', text: 'Hi {city}' },
    { select: '.nowhere', text: '{city}' },
  ];
  await page.goto(site.page('<h1>Hi</h1>', { head: block({ rules: list }) }).replace('127.0.0.1', 'localhost'));
  await expect.poll(() => site.requests).toContainEqual(expect.stringMatching(/geolet-explain/));
  expect(await whole(page)).toContain('- rules[1] ".nowhere" finds nothing on this page');
  expect(lines).toEqual([]);
});

test('explain knows rules at an address, and their mistakes @rare', async ({ page, site, expectLines }) => {
  expectLines(/unusable-rule/);
  const list = [
    { select: 'h1', text: 'Hi {city}' },
    { select: 'h1:hover', text: '{city}' },
  ];
  site.file('/rules.json', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
  });
  await open(page, site.page('<h1>Hi</h1>', { head: block({ rules: '/rules.json' }) }));
  await expect.poll(() => visibleText(page.locator('h1'))).toBe('Hi Lyon');
  expect(await why(page, 'h1')).toContain('rules[0] at /rules.json: select "h1", has written "Hi Lyon"');
  const text = await whole(page);
  expect(text).toContain('unusable-rule: rules[1]: select: h1:hover: rules[1]: the selector "h1:hover" has ":hover"');
});

test('explain says on which element a rule may not write @rare', async ({ page, site, expectLines }) => {
  expectLines(/unsafe-binding/);
  const list = [{ select: 'h1', href: '/{country:lower}' }];
  await open(page, site.page('<h1>Hi</h1>', { head: block({ rules: list }) }));
  await expect
    .poll(() => whole(page))
    .toContain('unsafe-binding: rules[0]: h1: rules[0]: href of <h1> may not be set from visitor data');
  expect(await why(page, 'h1')).toContain('unsafe-binding: href of <h1> may not be set from visitor data');
});

test('explain tells a rule that is tried out from those of the page @rare', async ({ page, site }) => {
  const list = [{ select: '#price', currency: 'USD 49, EUR 45' }];
  await openPanel(page, site.page(shop, { head: block({ rules: list }) }), 'FR');
  await pointAt(page, page.locator('h1'));
  await panel(page).getByLabel('New words').fill('Faits pour marcher');
  await forVisitorsFrom(page, 'France');
  await keep(page);
  await expect(page.locator('h1')).toHaveText('Faits pour marcher');
  expect(await why(page, 'h1')).toContain(
    'draft 1 that is tried out: select "h1", when country: FR; path: /, has written',
  );
  expect(await why(page, '#price')).toContain('rules[0] in the settings block: select "#price", has written "€45"');
});
