import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../../../src/doctor/site/robots.ts';

describe('robots.txt', () => {
  const asked = parseRobots(
    [
      'User-agent: some-bot',
      'Disallow: /only-that-bot',
      '',
      'user-agent: other-bot',
      'User-Agent: *   # and everybody',
      'Disallow: /cart',
      'Disallow: /*sort_by=',
      'Disallow: /*.json$',
      'Disallow: /private/',
      'Allow: /private/open',
      'Disallow: /größe',
      'Disallow:',
      'Sitemap: https://shop.example/sitemap.xml',
      'User-agent: last-bot',
      'Disallow: /',
    ].join('\r\n'),
  );

  it.each(['/cart', '/cart/add', '/shoes?sort_by=price', '/shoes.json', '/private/', '/private/x', '/gr%C3%B6%C3%9Fe'])(
    'keeps programs from %s',
    (path) => expect(asked(path)).toBe(false),
  );

  it.each(['/', '/shoes', '/my/cart', '/shoes.json?a=1', '/private', '/private/open/day', '/only-that-bot'])(
    'does not keep them from %s',
    (path) => expect(asked(path)).toBe(true),
  );

  it('keeps them from everything, or from nothing', () => {
    expect(parseRobots('User-agent: *\nDisallow: /')('/shoes')).toBe(false);
    expect(parseRobots('')('/shoes')).toBe(true);
    expect(parseRobots('<!doctype html><p>User-agent: *')('/shoes')).toBe(true);
    expect(parseRobots('Disallow: /\nUser-agent: *\nAllow: /')('/shoes')).toBe(true);
  });

  it('lets the one that allows count where two are equally long', () =>
    expect(parseRobots('User-agent: *\nDisallow: /shoes\nAllow: /shoes')('/shoes')).toBe(true));

  it('ends where the path does only with a sign for the end', () => {
    const exact = parseRobots('User-agent: *\nDisallow: /a*b$');
    expect([exact('/ab'), exact('/a-b-b'), exact('/a-b-c'), exact('/a')]).toEqual([false, false, true, true]);
  });
});
