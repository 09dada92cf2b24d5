import { describe, expect, it } from 'vitest';
import { AmbiguityGuard, AmbiguousMarkup } from '../../../../src/pages/stream/ambiguity.ts';
import { wordsOf } from '../../../support/listed.ts';

/** Reads tags such as `select` and `/select` in turn. */
function read(tags: string): void {
  const guard = new AmbiguityGuard();
  for (const tag of tags.split(' ')) {
    if (tag.startsWith('/')) guard.endTag(tag.slice(1));
    else guard.startTag(tag);
  }
}

const textElements = wordsOf('textarea title plaintext script style iframe xmp noembed noframes noscript');
const inSelect = ['script', 'textarea'];
const others = textElements.filter((tag) => !inSelect.includes(tag));

describe('it is not known how a browser reads on', () => {
  it.each([
    ...others.map((tag) => `select ${tag}`),
    ...others.map((tag) => `select option ${tag}`),
    ...textElements.map((tag) => `select template ${tag}`),
    ...textElements.map((tag) => `select template template /template ${tag}`),
    ...textElements.map((tag) => `select template select /select ${tag}`),
    ...textElements.map((tag) => `select template input ${tag}`),
    ...others.map((tag) => `select template /template ${tag}`),
    // An end tag without a template counts for nothing.
    ...others.map((tag) => `select /template ${tag}`),
    ...textElements.map((tag) => `select /template template ${tag}`),
    ...textElements.filter((tag) => tag !== 'noframes').map((tag) => `frameset ${tag}`),
    ...textElements
      .filter((tag) => tag !== 'noframes')
      .map((tag) => `frameset frame /frameset noframes /noframes ${tag}`),
    'p div select title',
    'select /option title',
    'select /select select title',
    // Only an element of that very name ends a select.
    'select select-x title',
    'select x-select title',
    'select inputs title',
  ])('after %s', (tags) => expect(() => read(tags)).toThrow(AmbiguousMarkup));

  it('and the tag is named', () => expect(() => read('select title')).toThrow('<title> in <select> or <frameset>'));
});

it.each([
  ...textElements,
  ...inSelect.map((tag) => `select ${tag}`),
  ...inSelect.map((tag) => `select template /template ${tag}`),
  ...others.map((tag) => `select /select ${tag}`),
  ...others.map((tag) => `select template /template /select ${tag}`),
  // These end a select.
  ...['select', 'textarea', 'input', 'keygen'].flatMap((end) => others.map((tag) => `select ${end} ${tag}`)),
  'select option b /b /option',
  'select template b /b /template option',
  'frameset frame noframes',
  'template title',
  // Nor are these elements of text.
  'select title-x',
  'select x-title',
  'frameset x-script',
  'template /template select /select title',
])('it is known how a browser reads on after %s', (tags) => expect(() => read(tags)).not.toThrow());
