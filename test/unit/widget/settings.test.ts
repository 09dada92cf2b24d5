import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tagSettings } from '../../../src/owner/advice/setting-mistakes.ts';
import { readSettings } from '../../../src/widget/boot/settings.ts';
import { wordsOf } from '../../support/listed.ts';

const defaults = {
  endpoint: 'https://shop.example/geo',
  timeoutMs: 2000,
  freshHours: 24,
  staleDays: 30,
  storage: 'on',
  consent: 'granted',
  bindings: 'now',
  preview: 'on',
  choiceParameter: 'geo-choice',
  analytics: 'off',
  guess: 'off',
  debug: 'auto',
  mistakes: [],
};

beforeEach(() => void vi.stubGlobal('location', { href: 'https://shop.example/en/page?a#b' }));
afterEach(() => void vi.unstubAllGlobals());

const read = (dataset: object, config?: unknown) => {
  vi.stubGlobal('geoletConfig', config);
  return readSettings({ dataset });
};

describe('settings', () => {
  it('are those that owners are told of', () => {
    const { mistakes: _, ...settings } = defaults;
    expect([...tagSettings].sort()).toEqual(Object.keys(settings).sort());
  });

  it('are the defaults where nothing is given', () => {
    expect(readSettings(undefined)).toEqual(defaults);
    expect(read({})).toEqual(defaults);
    expect(read({ endpoint: '', timeoutMs: ' ', storage: '' }, {})).toEqual(defaults);
  });

  it.each([
    ['storage', 'on off'],
    ['consent', 'granted required'],
    ['bindings', 'now manual load'],
    ['preview', 'on off localhost'],
    ['analytics', 'off datalayer gtag'],
    ['guess', 'off on'],
    ['debug', 'auto off on'],
  ])('%s takes %s, in any case', (name, words) => {
    for (const word of words.split(' ')) {
      for (const written of [word, word.toUpperCase(), ` ${word}\n`])
        expect(read({ [name]: written })).toEqual({ ...defaults, [name]: word });
    }
  });

  it.each([
    ['storage', 'off'],
    ['consent', 'required'],
    ['bindings', 'manual'],
    ['preview', 'off'],
    ['analytics', 'off'],
    ['guess', 'off'],
    ['debug', 'auto'],
    ['timeoutMs', 2000],
    ['freshHours', 24],
    ['staleDays', 30],
    ['endpoint', undefined],
  ])('%s is %s where a word is not understood, and says so', (name, least) => {
    const wrong = name === 'endpoint' ? 'https://[' : 'yes please';
    expect(read({ [name]: wrong })).toEqual({ ...defaults, [name]: least, mistakes: [`${name}: ${wrong}`] });
  });

  it('say on a page opened as a file what to start instead', () => {
    vi.stubGlobal('location', { href: 'file:///home/me/page.html', protocol: 'file:' });
    const mistakes = ['endpoint: /geo (npx geolet dev)'];
    expect(read({})).toEqual({ ...defaults, endpoint: undefined, mistakes });
    expect(read({ endpoint: 'https://shop.example/geo' })).toEqual(defaults);
  });

  it('say every mistake', () => {
    const { mistakes } = read({ consent: 'yes', timeoutMs: '2s', storage: 'On' });
    expect(mistakes).toEqual(['timeoutMs: 2s', 'consent: yes']);
  });
});

describe('a number', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['1.5', 1.5],
    ['250', 250],
    ['2147483647', 2147483647],
    ['2147483648', 2147483647],
    ['1e99', 2147483647],
    ['Infinity', 2147483647],
  ])('%s is %d', (written, value) => expect(read({ timeoutMs: written })).toEqual({ ...defaults, timeoutMs: value }));

  it.each(['-1', '-0.5', '2s', 'NaN', '1,5'])('%s is none', (written) => {
    expect(read({ timeoutMs: written })).toEqual({ ...defaults, mistakes: [`timeoutMs: ${written}`] });
  });
});

describe('the address of the proxy', () => {
  it.each([
    ['/api/geo', 'https://shop.example/api/geo'],
    ['geo', 'https://shop.example/en/geo'],
    ['//geo.example/x', 'https://geo.example/x'],
    ['http://localhost:8787/geo', 'http://localhost:8787/geo'],
    ['https://geo.example', 'https://geo.example/'],
  ])('%s is %s', (written, endpoint) => expect(read({ endpoint: written })).toEqual({ ...defaults, endpoint }));

  it.each(
    wordsOf(`
    javascript:alert(1) data:application/json,{} ftp://geo.example/ xhttps://geo.example/ httpsx://geo.example/
    https://user@geo.example/ https://:secret@geo.example/ https://
  `),
  )('%s is none', (written) => {
    expect(read({ endpoint: written })).toEqual({
      ...defaults,
      endpoint: undefined,
      mistakes: [`endpoint: ${written}`],
    });
  });
});

describe('window.geoletConfig', () => {
  it('goes before the tag', () => {
    const config = { endpoint: '/config', timeoutMs: 5, debug: 'on' };
    const settings = { ...defaults, ...config, endpoint: 'https://shop.example/config', guess: 'on' };
    expect(read({ endpoint: '/tag', timeoutMs: '1', guess: 'on' }, config)).toEqual(settings);
  });

  it('may say 0, and a word as the page has it', () => {
    expect(read({ timeoutMs: '7' }, { timeoutMs: 0 }).timeoutMs).toBe(0);
    expect(read({}, { debug: true })).toEqual({ ...defaults, mistakes: ['debug: true'] });
  });

  it('is enough without a tag', () => {
    vi.stubGlobal('geoletConfig', { storage: 'off' });
    expect(readSettings(undefined)).toEqual({ ...defaults, storage: 'off' });
  });

  const fail = (): string => {
    throw new Error('no');
  };
  const throwing = Object.defineProperty({}, 'storage', { get: fail, enumerable: true });
  it.each<[what: string, config: unknown]>([
    ['null', null],
    ['a text', 'storage'],
    ['a number', 5],
    ['empty words', { storage: ' ' }],
    ['an element of that id, with fields', { storage: { value: 'on' } }],
    ['what another object says', Object.create({ storage: 'on' })],
    ['a field that throws', throwing],
    ['a field that is no text', { storage: { toString: fail } }],
    ['null as a field', { storage: null }],
  ])('says nothing as %s', (_, config) => {
    expect(read({ storage: 'off' }, config)).toEqual({ ...defaults, storage: 'off' });
    expect(read({}, config)).toEqual(defaults);
  });
});
