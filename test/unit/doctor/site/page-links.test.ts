import { describe, expect, it } from 'vitest';
import { linksOn } from '../../../../src/doctor/site/page-links.ts';

const pageWith = (text: string, url = 'https://shop.example/products/shoe', headers = {}) => ({
  url,
  status: 200,
  headers,
  text,
  ms: 1,
  server: '',
});

const hrefs = (text: string, url?: string, headers?: Readonly<Record<string, string>>) =>
  linksOn(pageWith(text, url, headers)).map(({ href }) => href);

describe('a link is followed', () => {
  it.each([
    ['to another page', '<a href="/about">', 'https://shop.example/about'],
    ['beside the page', '<a href="boot">', 'https://shop.example/products/boot'],
    ['with its whole address', '<a href="https://shop.example/about#team">', 'https://shop.example/about'],
    ['of an image map', '<area href="/about">', 'https://shop.example/about'],
    ['with an ampersand as HTML writes it', '<a href="/p?a=1&amp;b=2&#38;c=3">', 'https://shop.example/p?a=1&b=2&c=3'],
    ['from where the page says that it is', '<base href="/fr/"><a href="boot">', 'https://shop.example/fr/boot'],
    ['to a version that looks like a file', '<a href="/v1.2">', 'https://shop.example/v1.2'],
    ['to a page with the ending of one', '<a href="/about.html">', 'https://shop.example/about.html'],
    ['to a product that is a cart', '<a href="/products/golf-cart">', 'https://shop.example/products/golf-cart'],
    ['with another word about it', '<a rel="noopener" href="/about">', 'https://shop.example/about'],
  ])('%s', (_, html, href) => expect(hrefs(html)).toEqual([href]));

  it('once, however often it stands there', () =>
    expect(hrefs('<a href="/a">1</a><a href="/b">2</a><a href="/a#top">3</a>')).toEqual([
      'https://shop.example/a',
      'https://shop.example/b',
    ]));

  it('with the password of the page, on its own server only', () =>
    expect(hrefs('<a href="https://shop.example/a">', 'https://name:secret@shop.example/')).toEqual([
      'https://name:secret@shop.example/a',
    ]));
});

describe('a link is not followed', () => {
  it.each([
    ['to another host', '<a href="https://other.example/">'],
    ['to another port', '<a href="https://shop.example:8443/">'],
    ['to the same host without encryption', '<a href="http://shop.example/">'],
    ['that is no page', '<a href="mailto:a@shop.example"><a href="tel:1"><a href="javascript:void 0"><a href="//">'],
    ['to a file', '<a href="/size.pdf"><a href="/a.jpg"><a href="/feed.xml"><a href="/all.zip">'],
    ['to a download', '<a href="/sizes" download>'],
    ['that the page takes no responsibility for', '<a rel="ugc NoFollow" href="/about">'],
    ['that is too long', `<a href="/${'a'.repeat(2000)}">`],
    ['without an address', '<a name="top">'],
    ['of another kind', '<link href="/about"><p href="/about">'],
    [
      'in a comment, a script or a text field',
      '<!--<a href="/a">--><script>"<a href=/a>"</script><textarea><a href="/a">',
    ],
  ])('%s', (_, html) => expect(hrefs(html)).toEqual([]));

  it.each([
    '/cart',
    '/cart/add/5',
    '/fr/checkout',
    '/logout',
    '/wp-login.php',
    '/account/customer-logout/',
    '/wp-admin/post.php',
    '/?add-to-cart=12',
    '/shoes?remove_item=1',
    '/shoes?action=delete&id=1',
    '/?log_out=1',
    '/shoes?_wpnonce=1a',
  ])('that does something: %s', (path) => expect(hrefs(`<a href="${path}">`)).toEqual([]));

  it.each([
    ['by its HTML', '<meta name="Robots" content="noindex, nofollow">', {}],
    ['in one word', '<meta name="robots" content="none">', {}],
    ['by its header', '', { 'x-robots-tag': 'noindex, nofollow' }],
  ])('on a page that asks for that %s', (_, head, headers) => {
    expect(hrefs(`${head}<a href="/about">`, undefined, headers)).toEqual([]);
  });
});
