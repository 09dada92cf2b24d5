import { describe, expect, it } from 'vitest';
import { attributesOf, keyOf, parseSelector } from '../../../../src/rules/page-rules/selector.ts';
import { partsOf } from '../../../support/listed.ts';

describe('selectors of rules beside the page', () => {
  it.each([
    ...partsOf(`
      h1 | * | #price | .promo | [data-kind] | [data-kind=boot] | [data-kind="a boot, in red"] | [href^='/shop'] |
      [class*=css-] | [lang|=en] | [rel~=nofollow] | [src$=".png"] | main h1.big#one[data-a] | main > h1 |
      main>h1 , aside  p | a:not(.button) | a:not( [href] ):not(#one) | .w-layout-grid .text-block-12 | .--x |
      .größe
    `),
    '[title="Prix\u00a0: 5"]',
    'main\n\t>\f.a',
  ])('%s can be used', (text) => expect(parseSelector(text)).toBeDefined());

  it.each([
    ...partsOf(`
      , | h1, | , h1 | > h1 | h1 > | h1 > > p | h1 + p | h1 ~ p | a:hover | :root | p::before | p:has(b) |
      p:is(.a, .b) | p:not(.a .b) | p:not(.a, .b) | p:not() | p:not(:not(.a)) | .a h1* | .ah1.1 | #1 | [a=b i] |
      [a | [a=] | [a="b | a|b | h1 { color: red } | </script>
    `),
    '',
    ' ',
    '.md\\:flex',
    '[a="b\\"c"]',
    'main\u00a0h1',
    'main >\u00a0h1',
    'main\u000bh1',
    'main\u2003> h1',
    'a:not(\ufeff.b)',
    '[title="a\rb"]',
    '[title="a\fb"]',
    '[title="a\0b"]',
    '.a'.repeat(300),
  ])('%s cannot be used', (text) => expect(parseSelector(text)).toBeUndefined());

  it.each([
    ['h1', 'h1'],
    ['H1', 'h1'],
    ['*', '*'],
    [':not(.a)', '*'],
    ['main .promo', '.promo'],
    ['p.promo#one', '#one'],
    ['[data-Kind=x]', '[data-kind'],
    ['.a > b', 'b'],
  ])('what %s finds has %s', (text, key) => expect(parseSelector(text)?.map(keyOf)).toEqual([key]));

  it('names the attributes of the element, and of those around it', () => {
    const [selector = []] = parseSelector('#hero [data-a] > .promo:not([data-b])') ?? [];
    expect([attributesOf(selector, false), attributesOf(selector, true)]).toEqual([
      ['class', 'data-b'],
      ['id', 'data-a'],
    ]);
  });
});
