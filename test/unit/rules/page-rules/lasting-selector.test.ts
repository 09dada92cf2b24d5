import { describe, expect, it } from 'vitest';
import type { AttributeReader } from '../../../../src/rules/markup/reader.ts';
import { isOfCount, isOfKind, lastingSelector } from '../../../../src/rules/page-rules/lasting-selector.ts';
import { finds } from '../../../../src/rules/page-rules/match.ts';
import { wordsOf } from '../../../support/listed.ts';
import { parseSelector } from '../../../../src/rules/page-rules/selector.ts';

interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}

const reader: AttributeReader<Node> = {
  tag: ({ tag }) => tag,
  isHtml: () => true,
  attributeNames: ({ attributes }) => Object.keys(attributes),
  attribute: ({ attributes }, name) => attributes[name] ?? null,
  typeOfInput: () => 'text',
};

const node = (tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: readonly Node[]): Node => ({
  tag,
  attributes,
  children,
});

/** Every element of a page, with those around it. */
function pathsOf(root: Node, around: readonly Node[] = []): readonly (readonly Node[])[] {
  const path = [root, ...around];
  return [path, ...root.children.flatMap((child) => pathsOf(child, path))];
}

/** What is found for the element with `data-geo-test`, which no selector may name. */
function selectorOf(...body: readonly Node[]) {
  const paths = pathsOf(node('html', {}, node('body', {}, ...body)));
  const path = paths.find(([element]) => element && 'data-geo-test' in element.attributes) ?? [];
  const count = (select: string) => {
    const selectors = parseSelector(select) ?? [];
    return paths.filter((one) => selectors.some((selector) => finds(reader, selector, one))).length;
  };
  return lastingSelector(reader, path, count);
}

const target = (tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: readonly Node[]) =>
  node(tag, { ...attributes, 'data-geo-test': '' }, ...children);

describe('selectors that last', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an id comes before a class and an attribute', { id: 'price', class: 'money', 'data-hook': 'price' }, '#price'],
    ['an attribute that somebody gave comes before a class', { class: 'money', 'data-hook': 'x' }, '[data-hook="x"]'],
    ['a class that somebody gave comes before the name of the element', { class: 'css-1x2y3z money' }, '.money'],
    ['a class of what something is comes before one of its looks', { class: 'mt-4 text-lg money' }, '.money'],
  ])('%s', (_name, attributes, select) =>
    expect(selectorOf(target('p', attributes), node('p'))).toEqual({ select, count: 1, warnings: [] }),
  );

  it('a name of one element around is used also where others around are shared by a few', () => {
    const widget = (own: string, inner: Node) =>
      node(
        'div',
        { class: `elementor-element ${own}`, 'data-element_type': 'widget', 'data-widget_type': 'heading.default' },
        inner,
      );
    const title = { class: 'elementor-heading-title' };
    const found = selectorOf(
      widget('elementor-element-306990c', target('h2', title)),
      widget('elementor-element-f758c6e', node('h2', title)),
    );
    expect(found).toMatchObject({ select: '.elementor-element-306990c .elementor-heading-title', count: 1 });
  });

  it.each([
    [{ class: 'filter', type: 'button' }, '.filter', []],
    [{ class: 'price brxe-text-basic', 'data-brx-loop-start': 'hxkewo' }, '.price', []],
    [{ class: 'et_pb_button shops' }, '.shops', []],
    [{ class: 'et_pb_button' }, '.et_pb_button', []],
    [{ class: 'text-intro' }, '.text-intro', []],
    [{ class: 'order-summary text-lg' }, '.order-summary', []],
    [{ class: 'text-lg' }, '.text-lg', ['tag-only']],
    [{ class: 'sqsrte-large' }, '.sqsrte-large', ['tag-only']],
    [{ type: 'button' }, 'button[type="button"]', ['tag-only']],
  ])('%j is found by %s', (attributes, select, warnings) => {
    expect(selectorOf(target('button', attributes), node('button', { type: 'submit' }))).toEqual({
      select,
      count: 1,
      warnings,
    });
  });

  it.each([
    [{ class: 'btn home-cta' }, '.home-cta'],
    [{ class: 'btn btn-primary home-cta' }, '.home-cta'],
    [{ class: 'button--full-width buy' }, '.buy'],
    [{ class: 'card-shoe card' }, '.card-shoe'],
  ])('%j is found by the class that says what it is, %s', (attributes, select) => {
    expect(selectorOf(node('main', {}, target('a', attributes)))).toEqual({ select, count: 1, warnings: [] });
  });

  it('a class that says how something looks now is not taken where something else around the element says what it is', () => {
    const price = (own: string, money: Node) => node('div', { class: `price ${own}` }, money);
    const found = selectorOf(
      node('section', { class: 'product-info' }, price('price--on-sale', target('span', { class: 'money' }))),
      node('section', { class: 'related' }, price('', node('span', { class: 'money' }))),
    );
    expect(found?.select).toBe('.product-info .money');
  });

  it.each([
    [node('nav', { class: 'shop-menu' }, target('a', { class: 'btn' })), '.shop-menu .btn'],
    [target('a', { class: 'btn' }), '.btn'],
  ])('what only looks like others of its kind is told, %#', (page, select) => {
    expect(selectorOf(page)).toEqual({ select, count: 1, warnings: ['tag-only'] });
  });

  it.each([
    ['h1', true],
    ['.product-info .money', true],
    ['[data-hook="price"]', true],
    ['#hero h1', false],
    ['[id="1a"] p', false],
    ['.elementor-element-7a8b9c0 p', false],
    ['.et_pb_text_2 p', true],
  ])('%s is of a kind that other pages have, too: %s', (select, is) => expect(isOfKind(select)).toBe(is));

  it.each([
    [{ id: 'content' }, { class: 'promo' }, '.promo p'],
    [{ id: 'content', role: 'main' }, { class: 'promo' }, '.promo p'],
    [{ id: 'content' }, {}, '#content p'],
    [{ id: 'content' }, { class: 'framer-text' }, '#content p'],
  ])('what is around all of a page, %j, comes after what is around the element, %j', (page, around, select) => {
    const tag = 'role' in page ? 'div' : 'main';
    expect(selectorOf(node(tag, page, node('div', around, target('p', {}))))?.select).toBe(select);
  });

  it('the number of a template comes after a class', () => {
    const price = node('div', { id: 'price-template--1842__main' }, target('span', { class: 'price-item--regular' }));
    expect(selectorOf(node('div', { class: 'product-info' }, price))?.select).toBe(
      '.product-info .price-item--regular',
    );
    expect(selectorOf(price)).toMatchObject({ warnings: ['of-element', 'tag-only'] });
  });

  it.each([
    ['.et_pb_text_2 p', true],
    ['#hero .et_pb_text_2_tb_body', true],
    ['.et_pb_text p', false],
    ['.price', false],
    ['#price', false],
  ])('%s has a name by counting in it: %s', (select, is) => expect(isOfCount(select)).toBe(is));

  const madeUp = wordsOf('css-1x2y3z framer-1abc2d is-active Hero_title__HGFUF');
  const classes = [...madeUp, 'sc-bdVaJa iJkLmN', 'sc-aXZVg OuidmA', 'max-w-xl overflow-hidden z-10'];
  it.each([
    ...classes.map((name) => ({ class: name })),
    ...[':r1:', 'radix-42'].map((id) => ({ id })),
    { style: 'color: red' },
    { 'data-reactid': '12' },
    { 'data-price': '4900' },
    { 'data-sticky': 'true' },
    { 'data-v-7ba5bd90': '' },
    { 'data-original-title': 'Free delivery' },
    { 'data-note': 'a\rb' },
    // A binding may write these.
    ...wordsOf('href title aria-label value alt').map((name) => ({ [name]: '/shop' })),
  ])('%j is never used', (attributes: Readonly<Record<string, string>>) =>
    expect(selectorOf(node('main', { id: 'hero' }, target('p', attributes)), node('p'))?.select).toBe('#hero p'),
  );

  it('a name that a builder made up for the element is used, and told', () => {
    const named = target('div', { class: 'elementor-element elementor-element-7a8b9c0' });
    const found = selectorOf(named, node('div', { class: 'elementor-element' }));
    expect(found).toEqual({ select: '.elementor-element-7a8b9c0', count: 1, warnings: ['of-element'] });
  });

  it('a heading of which there is one needs no more, and an element of another kind is told', () => {
    expect(selectorOf(target('h1'))).toEqual({ select: 'h1', count: 1, warnings: [] });
    expect(selectorOf(target('h2'))).toEqual({ select: 'h2', count: 1, warnings: ['tag-only'] });
  });

  it('what is around it tells it from others like it', () => {
    const card = (id: string, price: Node) => node('section', { id }, node('div', { class: 'css-1x2y3z' }, price));
    const price = { class: 'price' };
    const found = selectorOf(card('boot', target('p', price)), card('shoe', node('p', price)));
    expect(found).toEqual({ select: '#boot .price', count: 1, warnings: [] });
  });

  it('a child is told from what is deeper', () => {
    const hero = node('main', { id: 'hero' }, target('p'), node('div', {}, node('p')));
    expect(selectorOf(hero)).toMatchObject({ select: '#hero > p', count: 1 });
  });

  it('two classes are taken where one is not enough', () => {
    const others = [node('p', { class: 'price' }), node('p', { class: 'sale' })];
    expect(selectorOf(target('p', { class: 'price sale' }), ...others)).toEqual({
      select: '.price.sale',
      count: 1,
      warnings: [],
    });
  });

  it('a long way is told', () => {
    const column = (id: string, ...children: readonly Node[]) =>
      node('div', { id }, node('div', { class: 'inner' }, ...children), node('div', { class: 'other' }, node('b')));
    const found = selectorOf(column('one', target('b')), column('two', node('b')));
    expect(found).toEqual({ select: '#one .inner > b', count: 1, warnings: ['long', 'tag-only'] });
  });

  it('nothing is made up where nothing tells elements apart: how many there are is said', () => {
    expect(selectorOf(node('ul', { id: 'list' }, target('li'), node('li')), node('li'))).toMatchObject({
      select: '#list li',
      count: 2,
    });
  });

  it.each(['a b', 'a"b', 'a.b', '1a', 'a:b', 'a>b', 'é'])('an id %j is written so that it is found', (id) => {
    const found = selectorOf(target('p', { id }), node('p'));
    if (found?.count !== 1) expect(id).toContain('"');
    else expect(found.select).toMatch(/^(#|\[id=)/);
  });

  it('an element whose name no selector has is found by what is around it, or not at all', () => {
    expect(selectorOf(target('my:thing'))).toBeUndefined();
  });

  it('of the many names around an element, those that few have tell it from others', () => {
    // Wix puts its own classes before those of the owner, and all texts have them.
    const text = (own: string, ...children: readonly Node[]) =>
      node(
        'div',
        { class: `HcOXKn SxM0TO QxJLC3 wixui-rich-text ${own}`, 'data-testid': 'richTextElement' },
        ...children,
      );
    const found = selectorOf(text('title', node('p')), text('price', target('p')), text('delivery', node('p')));
    expect(found).toMatchObject({ select: '.price p', count: 1 });
  });

  it('it asks a page only so often', () => {
    let asked = 0;
    const letters = Array.from({ length: 200 }, (_, index) => String.fromCharCode(97 + (index % 26)));
    const classes = letters.map((letter) => `word${letter}word`).join(' ');
    const around = Array.from({ length: 60 }, () => node('div', { class: classes }));
    lastingSelector(reader, [node('p', { class: classes }), ...around], () => {
      asked += 1;
      return 5;
    });
    expect(asked).toBeLessThanOrEqual(600);
  });
});
