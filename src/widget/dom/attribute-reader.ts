import type { AttributeReader } from '../../rules/markup/reader.ts';
import { native } from './native.ts';

/**
 * How the rules read an element by itself, which is all that bindings need. Markup can shadow the names of a form's
 * members, so all of them are read through `native`.
 */
export const attributeReader: AttributeReader<Element> = {
  tag: (element) => native(element).localName,
  // An element that was made in a frame has another class, too.
  isHtml: (element) => element instanceof HTMLElement,
  attributeNames: (element) => native(element).getAttributeNames(),
  attribute: (element, name) => native(element).getAttribute(name),
  typeOfInput: (element) => (element instanceof HTMLInputElement ? element.type : 'text'),
};
