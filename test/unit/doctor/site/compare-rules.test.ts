import { describe, expect, it } from 'vitest';
import { compareRules } from '../../../../src/doctor/site/compare-rules.ts';
import { readRulesOnPage } from '../../../../src/doctor/site/rules-on-page.ts';
import { plantedBlock } from '../../../support/planted-offers.ts';

type Rule = Readonly<Record<string, string>>;

type Bodies = Readonly<Record<string, string>>;

/** What is said of one block of settings on pages with these bodies. */
function linesWith(settings: object, bodies: Bodies): readonly string[] {
  const pages = Object.entries(bodies).map(([path, body]) =>
    readRulesOnPage(`<!doctype html><html lang="en">${plantedBlock(settings)}<body>${body}`, path),
  );
  return compareRules(pages).map(({ result, text }) => `${result}: ${text}`);
}
const linesOn = (rules: readonly Rule[], bodies: Bodies) => linesWith({ rules }, bodies);

const priced = (price: string) => `<h1>Shoe</h1><p class="price">${price}</p>`;
const list = { select: '.price', currency: 'USD 49, EUR 45' };
const ofProducts = { ...list, when: 'path: /products/*' };
const rule = { select: '.note', text: 'Bonjour', when: 'country: FR' };
const replacing = { ...rule, replaces: 'Hello' };
const note = '<p class="note">Hello</p>';

describe('a rule that is right is said to be', () => {
  const buy = { select: 'a.buy', text: 'Acheter', when: 'country: FR' };
  const links = '<a class=buy>Buy</a><a class=buy>Buy</a>';
  const free = { select: 'p', text: 'Livraison gratuite', when: 'country: FR' };
  const notB = { ...list, when: 'not-path: /b' };
  const first = { ...list, currency: 'USD 89, EUR 80', when: 'path: /b' };

  it.each<[string, readonly Rule[], Bodies, string]>([
    ['one element on one page', [list], { '/': priced('$49') }, 'one element on /.'],
    ['one on each page', [list], { '/a': priced('$49'), '/b': priced('USD 49.00') }, 'one element on each of 2 pages.'],
    [
      'nothing on pages besides',
      [list],
      { '/a': priced('$49'), '/b': '', '/c': '' },
      'one element on /a, and nothing on 2 others.',
    ],
    ['several on each page that it is for', [buy], { '/a': links, '/b': links }, '2 elements on each of 2 pages.'],
    [
      'prices, of which one is of its list',
      [list],
      { '/': priced('$89') + priced('$49') + priced('$9') },
      '3 elements on /.',
    ],
    [
      'the same words on each page',
      [free],
      { '/a': '<p>Free  delivery</p>', '/b': '<p>\nFree delivery</p>' },
      'one element on each of 2 pages.',
    ],
    [
      'other words on some pages, where it replaces its own alone',
      [replacing],
      { '/a': `${note}<p class=note>Soft</p>`, '/b': '<p class=note>Warm</p>' },
      'up to 2 elements on each of 2 pages.',
    ],
    [
      'another price where a rule before it always decides',
      [first, list],
      { '/a': priced('$49'), '/b': priced('$89') },
      'one element on each of 2 pages.',
    ],
    [
      'a text that writes itself',
      [list],
      { '/': '<p class="price" data-geo-text="{city}">$89</p>' },
      'one element on /.',
    ],
    ['nothing on a page that it leaves out', [notB], { '/a': priced('$49'), '/b': '' }, 'one element on /a.'],
    [
      'prices on more pages than it writes them, where the text says its first',
      [list],
      { '/a': priced('$49'), '/b': priced('$49') + priced('$9') },
      'up to 2 elements on each of 2 pages.',
    ],
  ])('%s', (_, rules, bodies, words) => {
    const lines = linesOn(rules, bodies);
    expect(lines).toContain(`good: rules[${rules.length - 1}] (${rules.at(-1)?.['select']}) finds ${words}`);
    expect(lines.filter((line) => line.startsWith('warning'))).toEqual([]);
  });
});

describe('a rule is said to find', () => {
  const nine = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`/products/${index}`, index ? '' : priced('$49')]),
  );
  const twice = '<main><p id=note>a</p><p id=note>b</p></main>';

  const show = { select: '.note', show: 'country: FR' };
  const shoe = { select: 'h1', text: 'Chaussure', when: 'country: FR' };
  const prize = { ...list, select: '.prize' };
  const twoShoes = { '/a': priced('$49'), '/b': priced('$49') };
  const shoes = { '/products/a': priced('$49'), '/products/b': '', '/products/c': '', '/about': '' };

  it.each<[string, Rule, Bodies, string]>([
    ['nothing on any page', prize, twoShoes, 'finds nothing on any of the 2 pages that it is for.'],
    ['nothing on pages that it names', ofProducts, shoes, 'finds nothing on /products/b, /products/c.'],
    [
      'nothing, with the first pages named, and the others counted',
      ofProducts,
      nine,
      'finds nothing on /products/1, /products/2, /products/3 and 5 more.',
    ],
    [
      'the words that it replaces on no page',
      replacing,
      { '/a': '<p class=note>Hello!</p>', '/b': '' },
      'finds the words that it replaces on none of these pages: "Hello".',
    ],
    [
      'more than one, with their number, where it finds one on another page',
      rule,
      { '/a': note, '/b': note.repeat(3), '/c': note.repeat(2) },
      'finds 3 elements on /b, 2 elements on /c.',
    ],
    ['an id more than once', { ...rule, select: 'main #note' }, { '/': twice }, 'finds 2 elements on /.'],
    ['more than one to show', show, { '/a': note, '/b': note + note }, 'finds 2 elements on /b.'],
    [
      'another price, with the text of each page',
      list,
      { '/a': priced('$49'), '/b': priced('$89'), '/c': priced('Sold out') },
      'finds another price than USD 49, the first of its list: "$89" on /b, "Sold out" on /c.',
    ],
    [
      'different texts, over which it writes the same',
      shoe,
      { '/a': '<h1>Shoe</h1>', '/b': '<h1>Boot</h1>', '/c': '' },
      'writes the same text over different ones: "Shoe" on /a, "Boot" on /b.',
    ],
  ])('%s', (_, own, bodies, words) =>
    expect(linesOn([own], bodies)).toEqual([`warning: rules[0] (${own['select']}) ${words}`]),
  );

  it('no page that it is for, once', () =>
    expect(linesOn([{ ...list, when: 'country: FR; path: /shoes' }], { '/a': '', '/b': '' })).toEqual([
      'skipped: rules[0] (.price) is for other pages than those that were read (country: FR; path: /shoes).',
    ]));

  it.each([
    ['in a template', '<template><p class="price">$49</p></template>'],
    ['in data-geo-ignore', `<div data-geo-ignore>${priced('$49')}</div>`],
    ['in a script', `<script type="text/html">${priced('$49')}</script>`],
  ])('nothing where the element stands %s', (_, body) =>
    expect(linesOn([list], { '/': body })).toEqual(['warning: rules[0] (.price) finds nothing on /.']),
  );

  it('another price than the price book has', () => {
    const settings = { prices: { shoe: 'USD 49, EUR 45' }, rules: [{ select: '.price', currency: 'sku: shoe' }] };
    expect(linesWith(settings, { '/0': priced('$49'), '/1': priced('$89') })).toEqual([
      'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /1.',
    ]);
  });

  it('another price than one for visitors from some places only', () => {
    const rules = [
      { ...list, when: 'country: FR' },
      { ...list, currency: 'USD 89, EUR 80' },
    ];
    expect(linesOn(rules, { '/': priced('$89') })).toEqual([
      'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /.',
      'good: rules[1] (.price) finds one element on /.',
    ]);
  });
});

it('what is wrong with a rule is said in one line, and what is wrong comes first', () => {
  const rules = [list, { ...list, when: 'path: /*', select: 'main .price' }];
  const bodies = { '/a': `<main>${priced('$49')}</main>`, '/b': `<main>${priced('$89')}</main>`, '/c': '' };
  expect(linesOn(rules, bodies)).toEqual([
    'warning: rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /b.',
    'warning: rules[1] (main .price) finds nothing on /c.',
  ]);
});

it('rules of several pages count as one only where they say the same', () => {
  const page = (path: string, own: Rule) => readRulesOnPage(plantedBlock({ rules: [own] }) + priced('$49'), path);
  expect(compareRules([page('/a', list), page('/b', { ...list, select: '.prize' })]).map(({ text }) => text)).toEqual([
    'rules[0] (.prize) finds nothing on /b.',
    'rules[0] (.price) finds one element on /a.',
  ]);
});

it('rules at an address, and pages without any, are said to be that', () => {
  const page = (settings: object) => readRulesOnPage(plantedBlock(settings), '/');
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
