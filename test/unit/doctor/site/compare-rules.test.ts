import { describe, expect, it } from 'vitest';
import { compareRules } from '../../../../src/doctor/site/compare-rules.ts';
import { readRulesOnPage } from '../../../../src/doctor/site/rules-on-page.ts';

type Rule = Readonly<Record<string, string>>;

/** What is said of one block of rules on pages with these bodies. */
function linesOn(rules: readonly Rule[], bodies: Readonly<Record<string, string>>): readonly string[] {
  const block = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;
  const pages = Object.entries(bodies).map(([path, body]) =>
    readRulesOnPage(`<!doctype html><html lang="en">${block}<body>${body}`, path),
  );
  return compareRules(pages).map(({ result, text }) => `${result}: ${text}`);
}

const priced = (price: string) => `<h1>Shoe</h1><p class="price">${price}</p>`;
const list = { select: '.price', currency: 'USD 49, EUR 45' };

describe('a rule that is right is said to be', () => {
  it.each([
    ['one element on one page', [list], { '/': priced('$49') }, 'rules[0] (.price) finds one element on /.'],
    [
      'one element on each page',
      [list],
      { '/a': priced('$49'), '/b': priced('USD 49.00') },
      'rules[0] (.price) finds one element on each of 2 pages.',
    ],
    [
      'nothing on pages that it is not especially for',
      [list],
      { '/a': priced('$49'), '/b': '', '/c': '' },
      'rules[0] (.price) finds one element on /a, and nothing on 2 others.',
    ],
    [
      'several on each page that it is for',
      [{ select: 'a.buy', text: 'Acheter', when: 'country: FR' }],
      { '/a': '<a class=buy>Buy</a><a class=buy>Buy</a>', '/b': '<a class=buy>Buy</a><a class=buy>Buy</a>' },
      'rules[0] (a.buy) finds 2 elements on each of 2 pages.',
    ],
    [
      'many prices, of which one is of its list',
      [list],
      { '/all': priced('$89') + priced('$49') + priced('$9') },
      'rules[0] (.price) finds 3 elements on /all.',
    ],
    [
      'the same words on each page',
      [{ select: 'p', text: 'Livraison gratuite', when: 'country: FR' }],
      { '/a': '<p>Free  delivery</p>', '/b': '<p>\nFree delivery</p>' },
      'rules[0] (p) finds one element on each of 2 pages.',
    ],
    [
      'other words on some pages, where it replaces its own alone',
      [{ select: '.note', text: 'Bonjour', replaces: 'Hello', when: 'country: FR' }],
      { '/a': '<p class=note>Hello</p><p class=note>Soft</p>', '/b': '<p class=note>Warm</p>' },
      'rules[0] (.note) finds up to 2 elements on each of 2 pages.',
    ],
    [
      'another price where a rule before it always decides',
      [{ ...list, currency: 'USD 89, EUR 80', when: 'path: /b' }, list],
      { '/a': priced('$49'), '/b': priced('$89') },
      'rules[1] (.price) finds one element on each of 2 pages.',
    ],
    [
      'a text that its element writes by itself',
      [list],
      { '/a': '<p class="price" data-geo-text="{city}">$89</p>' },
      'rules[0] (.price) finds one element on /a.',
    ],
  ] as readonly (readonly [string, readonly Rule[], Readonly<Record<string, string>>, string])[])(
    '%s',
    (_, rules, bodies, words) => {
      const lines = linesOn(rules, bodies);
      expect(lines).toContain(`good: ${words}`);
      expect(lines.filter((line) => line.startsWith('warning'))).toEqual([]);
    },
  );
});

describe('a rule is said to find nothing', () => {
  it('on any page, where it does', () =>
    expect(linesOn([{ ...list, select: '.prize' }], { '/a': priced('$49'), '/b': priced('$49') })).toEqual([
      'warning: rules[0] (.prize) finds nothing on any of the 2 pages that it is for.',
    ]));

  it('on pages that it names by their path', () => {
    const rule = { ...list, when: 'path: /products/*' };
    const bodies = { '/products/a': priced('$49'), '/products/b': '', '/products/c': '', '/about': '' };
    expect(linesOn([rule], bodies)).toEqual(['warning: rules[0] (.price) finds nothing on /products/b, /products/c.']);
  });

  it('with the first pages named, and the others counted', () => {
    const bodies = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`/products/${index}`, index ? '' : priced('$49')]),
    );
    expect(linesOn([{ ...list, when: 'path: /products/*' }], bodies)).toEqual([
      'warning: rules[0] (.price) finds nothing on /products/1, /products/2, /products/3 and 5 more.',
    ]);
  });

  it.each([
    ['in a template', '<template><p class="price">$49</p></template>'],
    ['in data-geo-ignore', `<div data-geo-ignore>${priced('$49')}</div>`],
    ['in a script', `<script type="text/html">${priced('$49')}</script>`],
  ])('where the element stands %s', (_, body) => {
    expect(linesOn([list], { '/': body })).toEqual(['warning: rules[0] (.price) finds nothing on /.']);
  });

  it('of no page that it is not for, which is said once', () =>
    expect(linesOn([{ ...list, when: 'country: FR; path: /shoes' }], { '/a': '', '/b': '' })).toEqual([
      'skipped: rules[0] (.price) is for other pages than those that were read (country: FR; path: /shoes).',
    ]));

  it('of the words that it replaces, where no page has them', () => {
    const rule = { select: '.note', text: 'Bonjour', replaces: 'Hello', when: 'country: FR' };
    expect(linesOn([rule], { '/a': '<p class=note>Hello!</p>', '/b': '' })).toEqual([
      'warning: rules[0] (.note) finds the words that it replaces on none of these pages: "Hello".',
    ]);
  });

  it('of no page that it leaves out', () =>
    expect(linesOn([{ ...list, when: 'not-path: /b' }], { '/a': priced('$49'), '/b': '' })).toEqual([
      'good: rules[0] (.price) finds one element on /a.',
    ]));
});

describe('a rule is said to find more than it means', () => {
  const rule = { select: '.note', text: 'Bonjour', when: 'country: FR' };
  const note = '<p class="note">Hello</p>';

  it('with their number, where it finds one on another page', () =>
    expect(linesOn([rule], { '/a': note, '/b': note.repeat(3), '/c': note.repeat(2) })).toEqual([
      'warning: rules[0] (.note) finds 3 elements on /b, 2 elements on /c.',
    ]));

  it('with an id, which is one for each page', () =>
    expect(
      linesOn([{ ...rule, select: 'main #note' }], { '/': '<main><p id=note>a</p><p id=note>b</p></main>' }),
    ).toEqual(['warning: rules[0] (main #note) finds 2 elements on /.']));

  it('of what it shows and hides, too', () =>
    expect(linesOn([{ select: '.note', show: 'country: FR' }], { '/a': note, '/b': note + note })).toEqual([
      'warning: rules[0] (.note) finds 2 elements on /b.',
    ]));

  it('but not with prices, which it writes only where the text says its first', () =>
    expect(linesOn([list], { '/a': priced('$49'), '/b': priced('$49') + priced('$9') })).toEqual([
      'good: rules[0] (.price) finds up to 2 elements on each of 2 pages.',
    ]));
});

describe('a rule is said to find another price', () => {
  it('with the text of each page', () =>
    expect(linesOn([list], { '/a': priced('$49'), '/b': priced('$89'), '/c': priced('Sold out') })).toEqual([
      'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /b, "Sold out" on /c.',
    ]));

  it('than the price book has', () => {
    const block = `<script type="application/json" data-geo-settings>${JSON.stringify({
      prices: { shoe: 'USD 49, EUR 45' },
      rules: [{ select: '.price', currency: 'sku: shoe' }],
    })}</script>`;
    const pages = ['$49', '$89'].map((price, index) => readRulesOnPage(block + priced(price), `/${index}`));
    expect(compareRules(pages).map(({ text }) => text)).toEqual([
      'rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /1.',
    ]);
  });

  it('than one for visitors from some places only', () =>
    expect(
      linesOn(
        [
          { ...list, when: 'country: FR' },
          { ...list, currency: 'USD 89, EUR 80' },
        ],
        { '/': priced('$89') },
      ),
    ).toEqual([
      'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /.',
      'good: rules[1] (.price) finds one element on /.',
    ]));
});

it('a rule that writes one text over different ones is said to', () => {
  const rule = { select: 'h1', text: 'Chaussure', when: 'country: FR' };
  expect(linesOn([rule], { '/a': '<h1>Shoe</h1>', '/b': '<h1>Boot</h1>', '/c': '' })).toEqual([
    'warning: rules[0] (h1) writes the same text over different ones: "Shoe" on /a, "Boot" on /b.',
  ]);
});

it('what is wrong with a rule is said in one line, and what is wrong comes first', () => {
  const rules = [list, { ...list, when: 'path: /*', select: 'main .price' }];
  expect(
    linesOn(rules, { '/a': `<main>${priced('$49')}</main>`, '/b': `<main>${priced('$89')}</main>`, '/c': '' }),
  ).toEqual([
    'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /b.',
    'warning: rules[1] (main .price) finds nothing on /c.',
  ]);
});

it('rules of several pages count as one only where they say the same', () => {
  const page = (path: string, rule: Rule) =>
    readRulesOnPage(
      `<script type="application/json" data-geo-settings>${JSON.stringify({ rules: [rule] })}</script>${priced('$49')}`,
      path,
    );
  expect(compareRules([page('/a', list), page('/b', { ...list, select: '.prize' })]).map(({ text }) => text)).toEqual([
    'rules[0] (.prize) finds nothing on /b.',
    'rules[0] (.price) finds one element on /a.',
  ]);
});

it('rules at an address, and pages without any, are said to be that', () => {
  const page = (settings: object) =>
    readRulesOnPage(`<script type="application/json" data-geo-settings>${JSON.stringify(settings)}</script>`, '/');
  expect(compareRules([page({ rules: '/rules.json' }), page({ rules: '/rules.json' })])).toEqual([
    { check: 'rules', result: 'skipped', text: 'The rules at /rules.json are not read.' },
  ]);
  expect(compareRules([page({})]).map(({ text }) => text)).toEqual([
    'These pages have no page rules (rules of the settings block).',
  ]);
});

it('of more rules than can be read at once, those that are wrong are named', () => {
  const rules = Array.from({ length: 40 }, (_, index) => ({
    ...list,
    select: index < 30 ? `.price${'.price'.repeat(index)}` : `.x${index}`,
  }));
  const lines = linesOn(rules, { '/': priced('$49') });
  expect(lines.filter((line) => line.includes('finds nothing'))).toHaveLength(10);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('skipped: 20 more rules are not named here.');
});
