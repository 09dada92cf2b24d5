import type { MarkupReader } from '../../rules/markup/reader.ts';
import { attributeOf, decode, type ElementNode, isElement, isShadowTree } from './nodes.ts';

/** How the rules read a page that is on its way to its visitor. */
export const edgeReader: MarkupReader<ElementNode> = {
  tag: ({ tag }) => tag,
  isHtml: ({ isHtml }) => isHtml,
  attributeNames: ({ attributes }) => [...attributes.keys()],
  attribute: attributeOf,
  // The edge writes no form fields: only the widget knows whether a visitor has typed there.
  inputType: () => 'text',
  children: ({ children }) => children.filter(isElement).filter((child) => !isShadowTree(child)),
  // What only a browser can decode is a character at least.
  hasText: ({ children }) => children.some((node) => node.kind === 'text' && decode(node.source)?.trim() !== ''),
};
