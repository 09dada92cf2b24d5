import { describe, expect, it } from 'vitest';
import {
  allowsAnyInline,
  type ContentKind,
  nonceIn,
  parsePolicies,
  sourcesFor,
  inlineNonce,
} from '../../../src/pages/render/content-security-policy.ts';

describe('a Content Security Policy', () => {
  it('has directives of any case, and sources as they are written', () => {
    expect(parsePolicies(["Script-SRC  'self'\thttps://A.example/Path ;; IMG-src *;"])).toEqual([
      new Map([
        ['script-src', ["'self'", 'https://A.example/Path']],
        ['img-src', ['*']],
      ]),
    ]);
  });

  it('is one of several, in one header or in more', () => {
    expect(parsePolicies(["img-src *, script-src 'self'", 'sandbox']).map((policy) => [...policy.keys()])).toEqual([
      ['img-src'],
      ['script-src'],
      ['sandbox'],
    ]);
  });

  it.each(['', ' ', ';', ' ; ,;,'])('is none where nothing is said: %j', (header) => {
    expect(parsePolicies([header])).toEqual([]);
  });

  it('counts the first of a directive that stands twice', () => {
    expect(parsePolicies(["script-src 'none'; SCRIPT-src *"])[0]?.get('script-src')).toEqual(["'none'"]);
    expect(inlineNonce(["script-src 'self'; script-src 'unsafe-inline'"], 'script')).toBeUndefined();
  });
});

it.each<[string, ContentKind, string | undefined]>([
  ['script-src-elem a; script-src b; default-src c', 'script', 'script-src-elem a'],
  ['default-src c; script-src b', 'script', 'script-src b'],
  ['default-src c; script-src b', 'style', 'default-src c'],
  ['style-src d; default-src c', 'style', 'style-src d'],
  ['style-src-attr e', 'style', undefined],
  ['connect-src', 'connect', 'connect-src'],
  ['script-src b; img-src f', 'connect', undefined],
  ['img-src f; default-src c', 'image', 'img-src f'],
])('what decides of %j, for a %s, is %j', (header, kind, expected) => {
  const [policy = new Map()] = parsePolicies([header]);
  const list = sourcesFor(policy, kind);
  expect(list && [list.directive, ...list.sources].join(' ')).toBe(expected);
});

describe('inline text', () => {
  it.each([
    ["'unsafe-inline'", true],
    ["'self' 'Unsafe-Inline'", true],
    ["'self'", false],
    ["'unsafe-inline' 'nonce-a'", false],
    ["'unsafe-inline' 'sha384-a'", false],
    ["'unsafe-inline' 'strict-dynamic'", false],
    ["'unsafe-hashes' 'unsafe-inline'", true],
  ])('of %s runs without nonce and hash: %s', (sources, expected) => {
    expect(allowsAnyInline(sources.split(' '))).toBe(expected);
  });

  it.each([
    ["'self' 'nonce-aB1+/=-_' 'nonce-b'", 'aB1+/=-_'],
    ["'NONCE-aB'", 'aB'],
    ["'nonce-'", undefined],
    ["'nonce-a\"b'", undefined],
    ['nonce-a', undefined],
  ])('of %s takes the nonce %j', (sources, expected) => expect(nonceIn(sources.split(' '))).toBe(expected));

  it('takes the nonce that all policies have, or none', () => {
    expect(inlineNonce(["script-src 'nonce-a'", "default-src 'nonce-a'"], 'script')).toBe(' nonce="a"');
    expect(inlineNonce(["script-src 'nonce-a', script-src 'nonce-b'"], 'script')).toBeUndefined();
    expect(inlineNonce(["script-src 'nonce-a', script-src 'unsafe-inline'"], 'script')).toBe(' nonce="a"');
    expect(inlineNonce(["script-src 'nonce-a', script-src 'self'"], 'script')).toBeUndefined();
    expect(inlineNonce(["script-src 'none'"], 'style')).toBe('');
  });
});
