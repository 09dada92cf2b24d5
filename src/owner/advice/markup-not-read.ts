import { bindingPrefix, mayHaveBindings } from '../../rules/markup/bindings.ts';
import type { Advice, PageToRead } from './page-reader.ts';
import { quoteSentence } from './quote-mistakes.ts';
import { reportedMistakesOf } from './reported-mistakes.ts';
import { sourceOf } from './source.ts';

/** Markup of ours that is not read, or otherwise than it looks, and of which a page reports nothing. */
export function* markupNotRead<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  yield* quotes(page);
  yield* dollars(page);
  yield* elsewhere(page);
}

/** Where nothing of it is reported: a template takes anything. */
function* quotes<Node>(page: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of page.elements) {
    const words = quoteSentence(page, element);
    if (words === undefined || reportedMistakesOf(page, element).length > 0) continue;
    yield { words: `<${page.reader.tag(element)}>: ${words}`, element };
  }
}

/** JavaScript writes `${city}`. */
function* dollars<Node>({ reader, elements, known }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const own = known.attributesOf(reader.tag(element)).includes('template') ? ['template'] : [];
    const bound = reader.attributeNames(element).filter((name) => name.startsWith(bindingPrefix));
    for (const name of [...own, ...bound]) {
      const [, word] = /\$\{\s*([\w-]+)/.exec(reader.attribute(element, name) ?? '') ?? [];
      if (word === undefined) continue;
      const cause = `${sourceOf(reader, element)} has \${${word}} in ${name}, and its dollar sign shows`;
      yield { words: `${cause}; did you mean {${word}}?`, element };
    }
  }
}

const ourMarkup = /<geo-[a-z]|\sdata-geo-[a-z]|\bgeo-(?:show|hide)-[a-z]/;

/** Frames are pages of their own, and shadow trees are read when a script asks for it. */
function* elsewhere<Node>({ reader, elements }: PageToRead<Node>): Generator<Advice<Node>> {
  for (const element of elements) {
    const page = reader.tag(element) === 'iframe' ? (reader.attribute(element, 'srcdoc') ?? '') : '';
    if (ourMarkup.test(page) && !/geolet[\w.-]*\.js/.test(page)) {
      const cause = '<iframe> has markup of Geolet in srcdoc, and a frame is a page of its own';
      yield { words: `${cause}. Write the script tag into it too, or the markup into this page`, element };
    }
    const bound = reader.unread(element).find((inner) => mayHaveBindings(reader, inner));
    if (bound !== undefined) {
      const cause = `${sourceOf(reader, bound)} is in a shadow tree, which Geolet does not read by itself`;
      yield { words: `${cause}. Call geolet.scan(element.shadowRoot) once it is there`, element };
    }
  }
}
