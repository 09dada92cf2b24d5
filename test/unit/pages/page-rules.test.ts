import { describe, expect, it } from 'vitest';
import type { PageOptions } from '../../../src/pages/front/page-options.ts';
import { writePage } from './write-page.ts';

const block = (rules: unknown, mark = '') =>
  `<script type="application/json" data-geo-settings${mark}>${JSON.stringify({ rules })}</script>`;
const documentOf = (head: string, body: string) =>
  `<!doctype html><html class="home"><head>${head}</head><body class="shop">${body}</body></html>`;

/** What a visitor from France gets of the body. */
async function write(
  html: string,
  options: Partial<PageOptions> = {},
  { address = 'https://shop.example/', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const record = { countryCode: 'FR', city: 'Lyon', currencyCode: 'EUR' };
  const request = new Request(address, { headers: { 'accept-language': 'en', ...headers } });
  const text = await writePage(html, record, { options, request });
  return text
    .replace(/^[^]*<body[^>]*>/, '')
    .replace(/<\/body>[^]*$/, '')
    .replace(/<template data-geolet-was>[^]*?<\/template>/g, '')
    .replace(/ data-geolet-was="[^"]*"/g, '');
}
const withRules = (rules: unknown, body: string) => write(documentOf(block(rules), body));

const hello = [{ select: 'h1', text: 'Bonjour', when: 'country: FR' }];

const shoe = [{ select: 'h1', text: 'Shoe in {city}', when: 'path: /products/*' }];

describe('the path of a page, on a server', () => {
  const at = (address: string, headers: Record<string, string> = {}) =>
    write(documentOf(block(shoe), asWritten), {}, { address, headers });
  const there = '<h1>Shoe in Lyon</h1><i data-geo-show="path: /products/*">here</i>';
  const elsewhere = '<h1>Hi</h1><i data-geo-show="path: /products/*" hidden="geo">here</i>';
  const asWritten = '<h1>Hi</h1><i data-geo-show="path: /products/*">here</i>';

  it.each([
    ['https://shop.example/products/shoe?color=red', {}, there],
    ['https://shop.example/products/shoe/', { 'x-original-uri': '/products/shoe/?color=red' }, there],
    ['https://shop.example/products', {}, elsewhere],
    ['https://shop.example/Products/shoe', {}, elsewhere],
    ['https://shop.example/products/shoe', { 'x-original-url': '/en/shoe' }, asWritten],
    ['https://shop.example/shoe', { 'x-forwarded-prefix': '/products' }, asWritten],
  ])('%s with %j', async (address, headers, expected) => expect(await at(address, headers)).toBe(expected));
});

describe('rules of a page, on a server', () => {
  it.each<[string, unknown[], string, string]>([
    ['a text', hello, '<h1>Hi</h1>', '<h1>Bonjour</h1>'],
    ['a price', [{ select: '#p', currency: 'USD 49, EUR 45' }], '<b id="p">$49</b>', '<b id="p">€45</b>'],
    ['what hides', [{ select: 'b', show: 'country: US' }], '<b>US</b>', '<b hidden="geo">US</b>'],
    ['an attribute', [{ select: 'img', alt: 'In {city}' }], '<img alt="x">', '<img alt="In Lyon">'],
    [
      'what stands behind data-geo-ignore with a cell outside of a table in it',
      hello,
      '<div data-geo-ignore><td>x</div><h1>Hi</h1>',
      '<div data-geo-ignore><td>x</div><h1>Bonjour</h1>',
    ],
    ['a child', [{ select: 'body > div > b', text: '{city}' }], '<div><b>x</b></div>', '<div><b>Lyon</b></div>'],
    ['one far below', [{ select: '.home .shop i', text: '{city}' }], '<p><i>x</i></p>', '<p><i>Lyon</i></p>'],
    [
      'one in a conditional element',
      [{ select: 'div geo-if b', text: '{city}' }],
      '<div><geo-if country="FR"><b>x</b></geo-if></div>',
      '<div><geo-if country="FR"><b>Lyon</b></geo-if></div>',
    ],
    [
      'a cell, whose body has no tag',
      [{ select: 'table > tbody > tr > td', text: '{city}' }],
      '<table><tr><td>x</td></tr></table>',
      '<table><tr><td>Lyon</td></tr></table>',
    ],
  ])('writes %s', async (_name, rules, body, written) => expect(await withRules(rules, body)).toBe(written));

  it.each<[string, unknown[], string]>([
    ['that do not hold', [{ select: 'h1', text: 'Hallo', when: 'country: DE' }], '<h1>Hi</h1>'],
    ['inside data-geo-ignore', hello, '<div data-geo-ignore><h1>Hi</h1></div>'],
    [
      'inside data-geo-ignore, where a table in it has no end',
      hello,
      '<div data-geo-ignore><table><tr><td>x</div><h1>Hi</h1>',
    ],
    [
      'inside data-geo-ignore, where a list in it has no end',
      hello,
      '<ul><li data-geo-ignore><ol></li><h1>Hi</h1></ul>',
    ],
    [
      'inside data-geo-ignore, where HTML in a drawing has no end',
      hello,
      '<div data-geo-ignore><svg><foreignObject></div><h1>Hi</h1>',
    ],
    ['that find nothing', [{ select: 'div > h1', text: 'x' }], '<div><section><h1>Hi</h1></section></div>'],
    ['on elements that nothing binds', [{ select: 'style', text: 'x', when: 'country: FR' }], '<style>a{}</style>'],
    ['of a row that stands in no body', [{ select: 'table > tr', title: '{city}' }], '<table><tr><td>x</table>'],
    ['that ask for what Geolet writes itself', [{ select: 'p:not([hidden])', title: '{city}' }], '<p>x</p>'],
    ['where a browser moves the element', [{ select: 'table b', text: '{city}' }], '<table><b>x</b></table>'],
    ['that hide what has an unread class', [{ select: 'b', hide: 'country: FR' }], '<b class="&eacute;">x</b>'],
    ['of a text for a cell outside of a table', [{ select: 'td', text: '{city}' }], '<p><td>x</td></p>'],
    ['of a text for an element without content', [{ select: 'img', text: '{city}' }], '<geo-if><img></geo-if>'],
    ['behind a tag that ends too late', [{ select: 'b i', text: '{city}' }], '<p><b>x</p><i>x</i>'],
    ['of a class that only a browser can read', [{ select: ':not(.é)', text: '{city}' }], '<b class="&eacute;">x</b>'],
  ])('leaves rules %s to the browser', async (_name, rules, body) => expect(await withRules(rules, body)).toBe(body));

  it('lets the first rule that holds write, and an attribute before it', async () => {
    const rules = [
      { select: 'h1', text: 'Hallo', when: 'country: DE' },
      { select: 'h1', text: 'Bonjour', when: 'country: FR' },
      { select: 'h1', text: 'In {city}' },
    ];
    expect(await withRules(rules, '<h1>Hi</h1><h1 data-geo-text="{city}">Hi</h1>')).toBe(
      '<h1>Bonjour</h1><h1 data-geo-text="{city}">Lyon</h1>',
    );
  });

  it('lets a rule write only over what it replaces, and leaves the rest to those behind it', async () => {
    const rules = [
      { select: 'p', text: 'Livré en 3 jours', replaces: 'Ships in 3 days', when: 'country: FR' },
      { select: 'p', text: 'Livré en 5 jours', replaces: 'Ships in 5 days', when: 'country: FR' },
      { select: 'a', href: '/fr/{city}', replaces: '/a?b&c' },
      { select: 'i', currency: 'EUR 4, USD 5', replaces: 'X' },
    ];
    const body =
      '<p>Ships in 3 days</p><p>Ships in\n 5 days</p><p>Ships today</p><a href="/a?b&amp;c">x</a><a href="/a">x</a><i>4</i>';
    const written = await withRules(rules, body);
    expect(written.replace(/ data-geo-original="[^"]*"/, '')).toBe(
      '<p>Livré en 3 jours</p><p>Livré en 5 jours</p><p>Ships today</p><a href="https://shop.example/fr/Lyon">x</a><a href="/a">x</a><i>4</i>',
    );
  });

  it('leaves a value to the browser where an earlier rule may find the element', async () => {
    const rules = [
      { select: '[hidden]', text: 'x {city}' },
      { select: 'h1', text: '{city}' },
    ];
    expect(await withRules(rules, '<h1>Hi</h1>')).toBe('<h1>Hi</h1>');
  });

  it('writes what comes behind the block, and only by the first one outside of data-geo-ignore', async () => {
    expect(await write(`<body><h1>Hi</h1>${block(hello)}<h1>Hi</h1>`)).toMatch(/^<h1>Hi.*<h1>Bonjour<\/h1>$/);
    const ignored = `<div data-geo-ignore>${block([])}</div>`;
    const others = [
      block([], ' data-geo-ignore'),
      block([]).replace('/json', '/ld+json'),
      `<template>${block([])}</template>`,
      `<svg>${block([])}</svg>`,
    ];
    for (const other of [ignored, ...others])
      expect(await write(`<body>${other}${block(hello)}${block([])}<h1>Hi</h1>`)).toMatch(/<h1>Bonjour<\/h1>$/);
    expect(await write(`<body>${block([])}${block(hello)}<h1>Hi</h1>`)).toMatch(/<h1>Hi<\/h1>$/);
    expect(await write(`<body>${block(hello).replace('[', '[[')}${block(hello)}<h1>Hi</h1>`)).toMatch(/<h1>Hi<\/h1>$/);
  });

  it('leaves rules to the browser where bindings are left to it', async () => {
    expect(await write(documentOf(block(hello), '<h1>Hi</h1>'), { markup: 'elements' })).toBe('<h1>Hi</h1>');
  });
});
