import type { RewriterElement } from '../stream/html-rewriter.ts';
import type { ElementNode } from './nodes.ts';

export interface EndTag {
  /** Empty for a start tag and the end of the page. */
  readonly name: string;
  readonly before: (markup: string) => void;
}

/** An element as its start tag says it. */
export function readElement(element: RewriterElement): ElementNode {
  const { tagName, namespaceURI, attributes } = element;
  const written = [...attributes].map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  return {
    kind: 'element',
    tag: tagName.toLowerCase(),
    isHtml: namespaceURI === 'http://www.w3.org/1999/xhtml',
    attributes: new Map(written),
    hasContent: element.hasContent,
    children: [],
    hasEndTag: false,
    hasEnded: false,
  };
}

/**
 * Calls back at the end of an element.
 *
 * @returns whether it will: some elements have no content.
 */
export function whenItEnds(element: RewriterElement, ended: (end: EndTag) => void): boolean {
  if (!element.hasContent) return false;
  element.onEndTag((end) => ended({ name: end.name, before: (markup) => end.before(markup) }));
  return true;
}
