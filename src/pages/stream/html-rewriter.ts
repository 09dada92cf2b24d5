/**
 * Calls handlers for the parts of a page on its way, in the manner of Cloudflare's `HTMLRewriter`.
 * https://developers.cloudflare.com/workers/runtime-apis/html-rewriter/
 */
export interface HtmlRewriter {
  on(selector: string, handlers: RewriterHandlers): HtmlRewriter;
  transform(page: Response): Response;
}

export interface RewriterHandlers {
  /** Whether these handlers want every element that begins now, whatever their selectors say. */
  wantsAll?(): boolean;
  element?(element: RewriterElement): void;
  /** A text may come in pieces. */
  text?(text: { readonly text: string }): void;
  comments?(comment: { readonly text: string }): void;
  /** Called with an end tag that makes an empty element, since there is none for it to end. */
  emptyElements?(tagName: 'p' | 'br'): void;
}

export interface RewriterElement {
  readonly tagName: string;
  readonly namespaceURI: string;
  readonly attributes: Iterable<readonly string[]>;
  /** Whether it may have children, and an end. */
  readonly hasContent: boolean;
  setAttribute(name: string, value: string): unknown;
  removeAttribute(name: string): unknown;
  /**
   * Removes the element with its content. Handlers still get the content.
   *
   * @param kept called when the element passes as written after all: by `keep`, or because it takes too much. Then
   *   handlers get nothing more of what is in it.
   */
  remove(kept: () => void): unknown;
  /** Takes the removal back, also while the element ends: all of it passes as written. */
  keep(): void;
  /** Whether an element of this name is open around it. */
  isIn(tagName: string): boolean;
  /** How many elements are open around it. */
  readonly depth: number;
  /** How many bytes may be added to the page here. */
  readonly room: number;
  /**
   * Called when the element ends, with the end tag that ends it: of the element itself or of one around it. Its name is
   * empty where a start tag or the end of the page ends the element. Throws where there can be none.
   */
  onEndTag(handler: (end: { readonly name: string; before(content: string): unknown }) => void): void;
}
