import { describe, expect, it } from 'vitest';
import { destinationOf, leadsHere } from '../../../src/rules/destination.ts';
import { wordsOf } from '../../support/listed.ts';

const here = 'https://shop.example/shoes/red%20one?size=42&utm=x#top';

describe('destinationOf', () => {
  it.each([
    ['/de{path}', 'https://shop.example/de/shoes/red%20one?size=42&utm=x#top'],
    ['/de/', 'https://shop.example/de/?size=42&utm=x#top'],
    ['https://shop.de{path}', 'https://shop.de/shoes/red%20one?size=42&utm=x#top'],
    ['{path}?lang=de', 'https://shop.example/shoes/red%20one?lang=de&size=42&utm=x#top'],
    ['/de{path}?size=38#here', 'https://shop.example/de/shoes/red%20one?size=38&utm=x#here'],
    ['{path}', here],
  ])('keeps path, query and hash in %s', (written, expected) => expect(destinationOf(written, here)).toBe(expected));

  it.each([
    ...wordsOf(`
      javascript:alert(1) data:text/html,x mailto:a@b.c https://a:b@shop.example/ /{country} /de{path {} https://
      ftp://shop.example/
    `),
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\\\\evil.example',
    '',
  ])('refuses %j', (written) => expect(destinationOf(written, here)).toBeUndefined());

  it('refuses a path that would be a host', () => {
    expect(destinationOf('{path}', 'https://shop.example//evil.example/x')).toBeUndefined();
    expect(destinationOf('/de{path}', 'https://shop.example//evil.example/x')).toBe(
      'https://shop.example/de//evil.example/x',
    );
    expect(destinationOf('https://shop.de{path}', 'https://shop.example//evil.example/x')).toBe(
      'https://shop.de//evil.example/x',
    );
  });
});

describe('leadsHere', () => {
  it.each([
    ['/de{path}', '/de/shoes', true],
    ['/de{path}', '/de', true],
    ['/de{path}', '/design', false],
    ['/de{path}', '/shoes', false],
    ['/de/', '/de/shoes', true],
    ['/de/', '/de', true],
    ['/de', '/de/shoes', false],
    ['/', '/shoes', false],
    ['/', '/', true],
    ['https://shop.example{path}', '/shoes', true],
    ['https://shop.de{path}', '/de/shoes', false],
    ['{path}?lang=de', '/shoes?lang=de&x=1', true],
    ['{path}?lang=de', '/shoes?lang=fr', false],
    ['{path}?lang=de', '/shoes', false],
    ['https://', '/shoes', false],
  ])('is %s at %s: %s', (written, path, expected) =>
    expect(leadsHere(written, `https://shop.example${path}`)).toBe(expected),
  );
});
