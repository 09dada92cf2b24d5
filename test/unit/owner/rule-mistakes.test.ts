import { describe, expect, it } from 'vitest';
import { ruleMistakes } from '../../../src/owner/advice/rule-mistakes.ts';
import { selectorSentence } from '../../../src/owner/advice/selector-mistakes.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';

const wordsOf = (rules: unknown, groups = parseGroups({ home: 'FR' })) =>
  ruleMistakes(rules, groups)
    .map(({ words }) => words)
    .join('\n');

describe('what is wrong with a selector', () => {
  it.each([
    ['a:hover', 'has ":hover"', 'take it out'],
    ['li:nth-child(2) b', 'has ":nth-child(2)"', 'an id or a class of the element itself'],
    ['h1 + p', 'has "+"', 'an id or a class of the element itself'],
    ['h1 ~ p', 'has "~"', 'an id or a class of the element itself'],
    ['p::before', 'has "::before"', 'take it out'],
    ['div:has(p)', 'has ":has(p)"', 'of one around it'],
    ['a:is(.b, .c)', 'has ":is(.b, .c)"', 'with commas between them'],
    ['a:not(.b.c)', 'has ":not(.b.c)"', 'another :not() for the next'],
    ['.w-1/2', 'has ".w-1/2"', "write [class~='w-1/2']"],
    ['#1abc', 'has "#1abc"', "write [id='1abc']"],
    ['.md\\:flex p', 'has ".md\\:flex"', "write [class~='md:flex']"],
    ['h1[data-at=1]', 'has "[data-at=1]"', "write [data-at='1']"],
    ['[title="a" i]', 'has "[title="a" i]"', 'take the letter before the bracket out'],
    ['h1[title', 'has "[title"', 'write names, #id, .class'],
    ['> h1', 'begins or ends with > or a comma', 'take it out'],
    ['h1,', 'begins or ends with > or a comma', 'take it out'],
    ['.big h1*', 'cannot be read', 'such as p.note'],
    ['main >\u00a0h1', 'has a blank that is not one in CSS', 'write it anew with the space bar'],
    ['main\u000bh1', 'has a blank that is not one in CSS', 'write it anew with the space bar'],
    ['   ', 'select is empty', 'such as "select": ".price"'],
    ['.a'.repeat(300), 'longer than 500', 'write a shorter one'],
  ])('%s', (select, part, fix) => {
    for (const words of [part, fix]) expect(selectorSentence(select)).toContain(words);
  });

  it.each(['h1', 'main > .a, #b [c="d"]:not(.e)'])('is nothing: %s', (select) =>
    expect(selectorSentence(select)).toBeUndefined(),
  );

  it('offers what can be used', () => {
    for (const select of ['.w-1/2', '#1abc', '.md\\:flex', 'h1[data-at=1]', "[data-at=1'2]"]) {
      const [, instead] = /: write (\[.*\])$/.exec(selectorSentence(select) ?? '') ?? [];
      if (instead !== undefined) expect(selectorSentence(instead), select).toBeUndefined();
    }
  });
});

describe('what is wrong with a rule', () => {
  it.each([
    [[{ select: 'a', link: '/{country}' }], 'did you mean "href"?'],
    [[{ select: 'a', 'data-geo-text': '{city}' }], 'did you mean "text"?'],
    [[{ select: 'a', txt: '{city}' }], 'did you mean "text"?'],
    [[{ select: 'a', constructor: '{city}' }], 'has "constructor", which is no key of a rule: write some of'],
    [[{ select: 'a', elephant: '{city}' }], 'write some of select when prices delivery replaces text show hide'],
    [[{ select: 'a', offer: 'USD 4' }], 'has "offer", which is no key of a rule'],
    [[{ select: 'a', show: true }], 'show of rules[0] is no text: write "show": "country: FR"'],
    [[{ select: 'a', currency: 49 }], 'write "currency": "49"'],
    [[{ select: 5 }], 'select of rules[0] is no text'],
    [[null], 'rules[0] has no select: write one'],
    [5, 'write "rules": [{ "select": "h1"'],
    [[{ select: 'a', currency: 'USD 49, FRA: EUR 4' }], 'there is no place "FRA"; did you mean FR?'],
    [[{ select: 'a', class: 'big in-{country}' }], 'class has no word in braces and the rule has no when'],
    [[{ select: 'a', text: '{city' }], 'has a brace without its other half'],
    [[{ select: 'a', show: 'group: hom' }], 'did you mean group: home?'],
    [[{ select: 'a', hide: 'country: FR', replaces: 'A' }], 'rules[0] has "replaces", which is not for hide'],
    [[{ select: 'a', text: 'A', when: '' }], 'there is no condition'],
    [[{ select: 'a', text: 'A', when: ' ' }], 'there is no condition'],
  ])('%j', (rules, words) => expect(wordsOf(rules)).toContain(words));

  it('says how many rules are left out', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ select: `.a${at}`, text: '{city}' }));
    expect(wordsOf(many)).toContain('rules has 300 rules, and only the first 256 are used');
    expect(wordsOf(many.slice(0, 256))).toBe('');
  });

  const french = { select: 'h1', text: 'Bonjour', when: 'country: FR' };
  const all = { select: ' h1', text: 'Hi {city}' };

  it('names the rule that comes too late', () => {
    expect(wordsOf([all, french])).toBe(
      'text of rules[1] never counts: rules[0] has the same select and no when, so it always holds: put that one last',
    );
    expect(wordsOf([french, french])).toContain('the same when: take one of them out');
    expect(wordsOf(['Hi', 'Hi'].map((replaces) => ({ ...french, replaces })))).toContain('the same when');
    expect(wordsOf([all, { ...french, replaces: 'Hi' }])).toContain('always holds');
  });

  it.each([
    ['before one for everybody', [french, all]],
    ['of another element', [all, { ...french, select: 'h2' }]],
    ['behind one for other words', [{ ...all, replaces: 'Hi' }, french]],
    ['for other words', ['Hi', 'Ho'].map((replaces) => ({ ...french, replaces }))],
    ['that does something else', [all, { select: 'h1', hide: 'country: FR' }]],
  ])('names no rule %s', (_, rules) => expect(wordsOf(rules)).toBe(''));

  it.each([
    undefined,
    '/rules.json',
    [],
    [{ select: 'a', href: '/{country:lower}/', when: 'group: home' }],
    [{ select: 'a', text: 'Bonjour', when: 'country: FR' }],
    [{ select: 'a', text: '{price-currency}', prices: 'USD 49, EUR 45' }],
    [{ select: 'a', text: '{delivery-to}', delivery: 'standard', replaces: 'soon' }],
  ])('nothing: %j', (rules) => expect(wordsOf(rules)).toBe(''));
});

it('looks for what was meant at most 200 times, whatever a rule has in it', () => {
  const letters = (at: number) => String(at).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const values = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${letters(at)}`, '{city}']));
  const rules = [values, { link: '/{city}' }].map((keys) => ({ select: 'a', ...keys }));
  expect(ruleMistakes(rules, undefined)).toHaveLength(200);
});

it('a file that has more around its list is told to be the list alone', () => {
  expect(wordsOf({ rules: [{ select: 'h1', text: '{city}' }] })).toContain('the list alone, from [ to ]');
  expect(wordsOf(null)).toContain('write "rules": [');
});
