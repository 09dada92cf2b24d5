import { voidTags } from '../../src/pages/stream/html-elements.ts';
import type { HtmlRewriter, RewriterElement, RewriterHandlers } from '../../src/pages/stream/html-rewriter.ts';

/** The part of Cloudflare's `HTMLRewriter` that is used here. */
export interface NativeRewriter {
  on(selectors: string, handlers: NativeHandlers): NativeRewriter;
  onDocument(handlers: { end(): void }): NativeRewriter;
  transform(page: Response): Response;
}

interface NativeHandlers extends Omit<RewriterHandlers, 'element'> {
  element?(element: NativeElement): void;
}

interface NativeElement extends Pick<RewriterElement, 'tagName' | 'namespaceURI' | 'attributes'> {
  setAttribute(name: string, value: string): unknown;
  removeAttribute(name: string): unknown;
  remove(): unknown;
  onEndTag(
    handler: (end: { readonly name: string; before(content: string, options: { html: true }): unknown }) => void,
  ): void;
}

/** Lets the code that writes pages use it. Where an element is kept as written after all, it is lost. */
export function adapt(native: NativeRewriter): HtmlRewriter {
  return {
    on(selectors, { element, ...others }) {
      native.on(selectors, { ...others, ...(element && { element: (one) => element(adaptElement(one)) }) });
      return this;
    },
    transform: (page) => native.transform(page),
  };
}

function adaptElement(native: NativeElement): RewriterElement {
  return {
    tagName: native.tagName,
    namespaceURI: native.namespaceURI,
    depth: 0,
    hasContent: !voidTags.has(native.tagName),
    attributes: native.attributes,
    setAttribute: (name, value) => native.setAttribute(name, value),
    removeAttribute: (name) => native.removeAttribute(name),
    remove: () => native.remove(),
    keep() {},
    isIn: () => false,
    room: Infinity,
    onEndTag: (handler) =>
      native.onEndTag((end) => handler({ name: end.name, before: (markup) => end.before(markup, { html: true }) })),
  };
}
