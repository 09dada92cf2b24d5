import { describe, expect, it } from 'vitest';
import { cameFromSite, isChosenPage, parseRedirectRules } from '../../../src/rules/redirect.ts';

const view = (path: string, referrer = '') => ({
  here: `https://www.shop.example${path}`,
  referrer,
  origins: ['https://shop.de'],
});

describe('parseRedirectRules', () => {
  it('takes rules to the page’s own origin and to those that are listed, and names the others', () => {
    const good = [
      { when: 'country: DE', to: '/de{path}' },
      { when: 'country: DE', to: 'https://shop.de{path}', ask: 'Ja?', days: 3 },
    ];
    const bad = [
      { when: 'country: DE', to: 'https://shop.fr/' },
      { when: 1, to: '/' },
      { when: 'eu', to: '/eu', ask: {} },
      [],
      null,
      'x',
    ];
    const mistakes: string[] = [];
    const value = parseRedirectRules([...good, ...bad], view('/'), (code) => mistakes.push(code));
    expect(value).toEqual(good);
    expect(mistakes).toHaveLength(bad.length);
  });

  it('takes a single rule for a list of one', () => {
    expect(parseRedirectRules({ when: 'eu', to: '/eu/' }, view('/'))).toHaveLength(1);
  });
});

describe('isChosenPage', () => {
  const rules = [
    { when: 'country: DE', to: '/de{path}' },
    { when: 'country: FR', to: '/fr/' },
  ];
  it.each([
    ['/de/x', true],
    ['/fr/x', true],
    ['/', false],
    ['/x', false],
  ])('%s is one: %s', (path, expected) => expect(isChosenPage(rules, view(path))).toBe(expected));
});

describe('cameFromSite', () => {
  it.each([
    ['https://www.shop.example/', true],
    ['http://www.shop.example:8080/', true],
    ['https://shop.example/x', true],
    ['https://blog.www.shop.example/', true],
    ['https://shop.de/', true],
    ['https://www.shop.de/', false],
    ['https://evilshop.example/', false],
    ['https://search.example/', false],
    ['', false],
    ['about:client', false],
  ])('%j is from the site: %s', (referrer, expected) => expect(cameFromSite(view('/', referrer))).toBe(expected));
});
