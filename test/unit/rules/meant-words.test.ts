import { describe, expect, it } from 'vitest';
import { isOneAway } from '../../../src/record/closest.ts';
import { countryNamed, groupNamed, meantCountry } from '../../../src/rules/meant-words.ts';

describe('a country by another name', () => {
  it.each([
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['GBR', 'GB'],
    ['The Netherlands', 'NL'],
    ['Trinidad and Tobago', 'TT'],
    ['Burma', 'MM'],
    ['Türkiye', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ['Россия', 'RU'],
    ['Niemcy', 'DE'],
    ['Wlochy', 'IT'],
    ['日本', 'JP'],
  ])('%s is %s', (written, code) => expect(countryNamed(written)).toBe(code));

  it.each([
    ['Frnace', 'FR'],
    ['Japn', 'JP'],
    ['Allemange', 'DE'],
    ['Phillipines', 'PH'],
  ])('%s is %s with a typing error', (written, code) => {
    expect(countryNamed(written)).toBeUndefined();
    expect(meantCountry(written)).toBe(code);
  });

  it.each(['', 'Paris', 'Lisboa', 'Berlin', 'Vienna', 'Tokyo', 'London', 'everyone', 'mobile', 'Africa', 'Irax'])(
    '%j is none',
    (written) => expect(meantCountry(written)).toBeUndefined(),
  );
});

it.each([
  ['Scandinavia', 'nordics'],
  ['Europäische Union', 'eu'],
  ['Unione europea', 'eu'],
  ['Europe', undefined],
])('the group %s is %s', (written, group) => expect(groupNamed(written)).toBe(group));

it.each([
  ['abc', 'abc', true],
  ['abc', 'abcd', true],
  ['abc', 'ac', true],
  ['abc', 'abx', true],
  ['abc', 'acb', true],
  ['aab', 'aaab', true],
  ['', 'a', true],
  ['abc', 'cba', false],
  ['abc', 'abcde', false],
  ['abcd', 'axxd', false],
  ['abcd', 'badc', false],
])('%j and %j are at most one error apart: %s', (one, other, isOne) => {
  expect(isOneAway(one, other)).toBe(isOne);
  expect(isOneAway(other, one)).toBe(isOne);
});
