/**
 * Calls handlers for the parts of a page on its way, in the manner of Cloudflare's `HTMLRewriter`.
 * https://developers.cloudflare.com/workers/runtime-apis/html-rewriter/
 */
export interface PageRewriter {
  on(selector: string, handlers: RewriterHandlers): PageRewriter;
  onDocument(handlers: { end?(end: { append(content: string, options: AsHtml): unknown }): void }): PageRewriter;
  transform(page: Response): Response;
}

export interface RewriterHandlers {
  element?(element: RewriterElement): void;
  /** A text may come in pieces. */
  text?(text: { readonly text: string }): void;
  comments?(comment: { readonly text: string }): void;
}

export interface RewriterElement {
  readonly tagName: string;
  readonly namespaceURI: string;
  readonly attributes: Iterable<readonly string[]>;
  setAttribute(name: string, value: string): unknown;
  removeAttribute(name: string): unknown;
  /** Removes the element with its content. Handlers still get the content. */
  remove(): unknown;
  /**
   * Called when the element ends, with the end tag that ends it: of the element itself or of one around it. Throws
   * where there can be none.
   */
  onEndTag(handler: (end: { readonly name: string; before(content: string, options: AsHtml): unknown }) => void): void;
}

interface AsHtml {
  readonly html: true;
}
