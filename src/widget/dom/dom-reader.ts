import type { MarkupReader } from '../../rules/markup/reader.ts';
import { attributeReader } from './attribute-reader.ts';
import { native } from './native.ts';

/** How the rules read the page. */
export const domReader: MarkupReader<Element> = {
  ...attributeReader,
  children: (element) => [...native(element).children],
  hasText: (element) => [...native(element).childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
};
