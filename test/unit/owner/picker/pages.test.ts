import { expect, it } from 'vitest';
import { breadthOf, pagesFrom } from '../../../../src/owner/picker/pages.ts';

it.each([
  ['/products/shoe', '/products/shoe', '/products/*'],
  ['/products/shoe/', '/products/shoe', '/products/*'],
  ['/de/produkte/schuh.html', '/de/produkte/schuh.html', '/de/produkte/*'],
  ['/produits/%C3%A9t%C3%A9', '/produits/été', '/produits/*'],
  ['/products/', '/products', undefined],
  ['/about', '/about', undefined],
  ['/', '/', undefined],
  ['/products/a;b', '/products/a*', '/products/*'],
  ['/a,b/shoe', '/a*', '/a*'],
])('from %s there is this page, %s, and those in its folder, %s', (pathname, thisPage, pagesLikeThis) => {
  expect(pagesFrom(pathname)).toEqual({ thisPage, pagesLikeThis });
});

it('one page is less than a folder, and a folder less than all', () =>
  expect(['', '/products/*', '/products/shoe'].toSorted((one, other) => breadthOf(one) - breadthOf(other))).toEqual([
    '/products/shoe',
    '/products/*',
    '',
  ]));
