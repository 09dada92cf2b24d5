import type { MarkupReader } from '../../rules/markup/reader.ts';
import { native } from './native.ts';

/**
 * How the rules read the page. Markup can shadow the names of a form's members, so all of them are read through
 * `native`.
 */
export const domReader: MarkupReader<Element> = {
  tag: (element) => native(element).localName,
  // An element that was made in a frame has another class, too.
  isHtml: (element) => element instanceof HTMLElement,
  attributeNames: (element) => native(element).getAttributeNames(),
  attribute: (element, name) => native(element).getAttribute(name),
  inputType: (element) => (element instanceof HTMLInputElement ? element.type : 'text'),
  children: (element) => [...native(element).children],
  hasText: (element) => [...native(element).childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
};
