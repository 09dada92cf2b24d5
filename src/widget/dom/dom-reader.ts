import type { MarkupReader } from '../../rules/markup/reader.ts';
import { attributeReader } from './attribute-reader.ts';
import { native } from './native.ts';

/** How the rules read the page. */
export const domReader: MarkupReader<Element> = {
  ...attributeReader,
  children: (element) => [...native(element).children],
  content: (element) =>
    [...native(element).childNodes].flatMap((node): Element | string | [] => {
      if (node instanceof Text) return node.data;
      return node instanceof Element ? node : [];
    }),
  hasText: (element) => [...native(element).childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
};
