/**
 * How the rules read a node by itself, wherever it is: in the browser's page, in a page that the proxy rewrites, or in a
 * test. Everything reads as it stands in the markup at this moment; `written.ts` knows what Geolet itself has changed.
 */
export interface AttributeReader<Node> {
  /** The local name, in lower case. */
  tag(node: Node): string;
  /** Whether it is an HTML element, and not one of SVG or MathML. */
  isHtml(node: Node): boolean;
  attributeNames(node: Node): readonly string[];
  /** Null for an attribute that is not there; undefined for one that only a browser can read. */
  attribute(node: Node, name: string): string | null | undefined;
  /** The `type` of an `input`, as a browser takes it: `text` for one that is missing or unknown. */
  typeOfInput(node: Node): string;
}

/** How the rules read a node and what is in it. */
export interface MarkupReader<Node> extends AttributeReader<Node> {
  /** Child elements, in their order. */
  children(node: Node): readonly Node[];
  /** Elements and texts, in their order. */
  content(node: Node): readonly (Node | string)[];
  /** Whether there is text between the child elements, besides blanks. */
  hasText(node: Node): boolean;
}
