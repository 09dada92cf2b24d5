import type { KnownElements, PageReader, PageToRead } from '../advice/page-reader.ts';
import type { Core } from '../../widget/api/core.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { ignoreSelector } from '../../widget/bindings/selector.ts';
import { native } from '../../widget/dom/native.ts';
import { elementTags, tagsThat } from '../../widget/elements/element-table.ts';
import { bindingsOn } from './binding-words.ts';

export const knownElements: KnownElements = {
  tags: elementTags,
  conditional: tagsThat((row) => row.conditional === true),
  text: tagsThat(({ shows }) => shows === 'text'),
  attributesOf: (tag) =>
    (Reflect.get(customElements.get(tag) ?? {}, 'observedAttributes') as readonly string[] | undefined) ?? [],
  isDefined: (tag) => customElements.get(tag) !== undefined,
};

/** Elements with a condition of their own. */
export const conditionalSelector = knownElements.conditional.join();

export function pageReader(core: Core): PageReader<Element> {
  return {
    ...domReader,
    parent: (element) => native(element).parentElement ?? undefined,
    text: (element) => native(element).textContent ?? '',
    wholeText(element) {
      const [text, ...others] = native(element).childNodes;
      return text instanceof Text && others.length === 0 ? text.data : undefined;
    },
    isLast(element) {
      const { nextSibling } = native(element);
      return !nextSibling || (nextSibling instanceof Element && nextSibling.localName === 'geo-preview');
    },
    unread(element) {
      const own = native(element);
      const tree = elementTags.includes(own.localName) ? null : own.shadowRoot;
      return [...(tree?.querySelectorAll('*') ?? [])].filter((inner) =>
        elementTags.includes(inner.localName) ? !inner.matches(':defined') : bindingsOn(inner, core).length === 0,
      );
    },
    original(element, binding) {
      const bound = bindingsOn(element, core).find(({ compiled }) => compiled.binding.name === binding);
      if (bound?.original !== undefined) return bound.original;
      const isText = binding === 'text' || binding === 'currency';
      return isText ? native(element).textContent : native(element).getAttribute(binding);
    },
  };
}

/** The page as it is now. The doctor finds the same words for the same markup. */
export function pageToRead(core: Core): PageToRead<Element> {
  return {
    ...pageAround(core),
    elements: [...native(document).querySelectorAll(`:not(${ignoreSelector},${ignoreSelector} *)`)],
  };
}

/** What an element is read with, whatever else is on the page. */
export function pageAround(core: Core): Omit<PageToRead<Element>, 'elements'> {
  return {
    reader: pageReader(core),
    groups: core.visitor.facts?.groups,
    priceBook: core.priceBook,
    offer: core.block('offer'),
    delivery: core.block('delivery'),
    closures: core.block('closures'),
    known: knownElements,
  };
}
