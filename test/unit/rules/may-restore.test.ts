import { describe, expect, it } from 'vitest';
import { mayRestore } from '../../../src/rules/markup/may-restore.ts';
import { sinkOf } from '../../../src/rules/markup/sink.ts';
import { partsOf, wordsOf } from '../../support/listed.ts';

const base = 'https://shop.example/en/page';
const elements = wordsOf('a area q img source video input select p script iframe base my-element');
const attributes = [
  ...wordsOf(`
    href cite src poster srcset alt title value aria-label class hidden style onclick srcdoc action formaction id
    target data-geo-href constructor
  `),
  '',
];
const values = [
  null,
  '',
  ...wordsOf('red /de https://other.example/ mailto:a@shop.example javascript:alert(1) https://user@other.example/'),
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
];

describe('what a mark in the page says', () => {
  it.each(['class', 'hidden'])('is put back as %s of every element', (attribute) => {
    for (const element of elements)
      for (const value of values) expect(mayRestore(element, attribute, value, base), `${element} ${value}`).toBe(true);
  });

  it.each(elements)('is not put back where a binding may not write: %s', (element) => {
    for (const attribute of attributes) {
      if (attribute === 'class' || attribute === 'hidden' || sinkOf(element, attribute)) continue;
      for (const value of values)
        expect(mayRestore(element, attribute, value, base), `${attribute} ${value}`).toBe(false);
    }
  });

  const nothingRuns = 'p title | img alt | input value | img src | source srcset | video poster';
  it.each(partsOf(nothingRuns))('is put back as it was where nothing can run: %s', (written) => {
    const [element = '', attribute = ''] = wordsOf(written);
    for (const value of values) expect(mayRestore(element, attribute, value, base), `${value}`).toBe(true);
  });

  it.each(['a href', 'area href', 'q cite'])(
    'is put back as a link only when a binding may write it: %s',
    (written) => {
      const [element = '', attribute = ''] = wordsOf(written);
      const put = values.filter((value) => mayRestore(element, attribute, value, base));
      expect(put).toEqual([null, 'red', '/de', 'https://other.example/', 'mailto:a@shop.example']);
    },
  );
});
