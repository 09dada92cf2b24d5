import { describe, expect, it } from 'vitest';
import { mayBind, mayPrefill, sinkOf, writableAttributes } from '../../../src/rules/markup/sink.ts';
import { wordsOf } from '../../support/listed.ts';

const tags =
  'a area abbr article b button data del div form iframe img input ins li object option p q script select source span style svg template textarea track use video audio link base meta embed'.split(
    ' ',
  );

describe('what may be written where', () => {
  it.each([
    ['a', 'href', 'link'],
    ['area', 'href', 'link'],
    ['blockquote', 'cite', 'link'],
    ['img', 'src', 'media'],
    ['source', 'srcset', 'srcset'],
    ['video', 'poster', 'media'],
    ['img', 'alt', 'text'],
    ['input', 'placeholder', 'text'],
    ['select', 'value', 'text'],
    ['p', 'title', 'text'],
    ['div', 'aria-label', 'text'],
  ])('%s %s is a %s', (tag, attribute, sink) => expect(sinkOf(tag, attribute)).toBe(sink));

  it.each([
    ['link', 'href'],
    ['base', 'href'],
    ['use', 'href'],
    ['script', 'src'],
    ['iframe', 'src'],
    ['embed', 'src'],
    ['input', 'src'],
    ['object', 'data'],
    ['p', 'href'],
    ['div', 'src'],
    ['p', 'srcset'],
    ['img', 'poster'],
    ['button', 'value'],
    ['meter', 'value'],
    ['li', 'value'],
  ])('%s %s is not written', (tag, attribute) => expect(sinkOf(tag, attribute)).toBeUndefined());

  // Everything that runs, styles, sends or points elsewhere, on whatever element it may stand.
  const refused =
    'onclick onerror onload onbeforetoggle srcdoc style action formaction formtarget target ping download rel referrerpolicy sandbox allow http-equiv content nonce integrity type as async is slot part id name for form list popovertarget command commandfor contenteditable autofocus accesskey tabindex inert background dynsrc lowsrc usemap xlink:href xml:href xmlns attributename values to from by begin end x-data @click :href v-html hx-get ng-click data-controller data-geo-href constructor __proto__ toString hasOwnProperty'.split(
      ' ',
    );
  it.each(refused)('%s is written on no element', (attribute) => {
    for (const tag of tags) expect(sinkOf(tag, attribute), tag).toBeUndefined();
  });
});

describe('elements', () => {
  it.each(
    'script style template noscript iframe frame frameset object embed applet base meta link title xmp plaintext noembed noframes portal fencedframe slot'.split(
      ' ',
    ),
  )('%s is not bound', (tag) => expect(mayBind(tag)).toBe(false));

  it.each('a abbr div form h1 img input li p select span tr td textarea option video my-element'.split(' '))(
    '%s is bound',
    (tag) => expect(mayBind(tag)).toBe(true),
  );
});

describe('fields', () => {
  it.each(['text', 'search', 'tel', 'number', 'email', 'url'])('%s is filled in', (type) => {
    expect(mayPrefill(type)).toBe(true);
  });

  it.each(['password', 'hidden', 'submit', 'button', 'reset', 'image', 'file', 'checkbox', 'radio', 'color', ''])(
    '%s is not',
    (type) => expect(mayPrefill(type)).toBe(false),
  );
});

/** A pattern that has lost an end takes `scriptx` for `script`, and `xa` for `a`. */
const lookAlikes = (names: readonly string[]) => names.flatMap((name) => [`x${name}`, `${name}x`, `${name}-${name}`]);

describe('a name that only holds another', () => {
  const refused =
    'script style template noscript iframe frame frameset object embed applet base meta link title xmp plaintext noembed noframes portal fencedframe slot'.split(
      ' ',
    );
  const owners: Readonly<Record<string, readonly string[]>> = {
    href: ['a', 'area'],
    cite: ['q', 'blockquote', 'del', 'ins'],
    src: ['img', 'source', 'video', 'audio', 'track'],
    poster: ['video'],
    srcset: ['img', 'source'],
    value: ['input', 'textarea', 'select', 'option', 'data'],
  };
  const every = [...new Set([...tags, ...refused, ...Object.values(owners).flat()])];

  it.each(lookAlikes(refused).filter((name) => !refused.includes(name)))('%s is no element that is refused', (tag) =>
    expect(mayBind(tag)).toBe(true),
  );

  it.each(Object.entries(owners))('has no %s: that is written on %j alone', (attribute, tagsOfIt) => {
    expect([...every, ...lookAlikes(every)].filter((tag) => sinkOf(tag, attribute))).toEqual(
      every.filter((tag) => tagsOfIt.includes(tag)),
    );
  });

  it('is no type of field that is filled in', () => {
    expect(lookAlikes(['text', 'search', 'tel', 'number', 'email', 'url']).filter(mayPrefill)).toEqual([]);
  });
});

describe('the attributes that are written at all', () => {
  it('are these', () => {
    expect(writableAttributes).toEqual(
      wordsOf(`
      alt title placeholder label value aria-label aria-description aria-roledescription href cite src poster srcset
    `),
    );
  });

  it.each(['alt', 'title', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-roledescription'])(
    'hold words on any element: %s',
    (attribute) => {
      expect(sinkOf('my-element', attribute)).toBe('text');
      expect(sinkOf('my-element', `x${attribute}`)).toBeUndefined();
    },
  );
});
