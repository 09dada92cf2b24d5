/**
 * How the rules read a node, wherever it is: in a browser's page, in a page that the proxy rewrites, or in a test.
 *
 * Attributes read as the owner wrote them, without what Geolet has changed since.
 */
export interface MarkupReader<Node> {
  /** The local name, in lower case. */
  tag(node: Node): string;
  /** Whether it is an HTML element, and not one of SVG or MathML. */
  isHtml(node: Node): boolean;
  attributeNames(node: Node): readonly string[];
  /** Null for an attribute that is not there; undefined for one that only a browser can read. */
  attribute(node: Node, name: string): string | null | undefined;
  /** The `type` of an `input`, as a browser takes it: `text` for one that is missing or unknown. */
  inputType(node: Node): string;
  /** Child elements, without the copies that Geolet has made of templates. */
  children(node: Node): readonly Node[];
  /** Whether there is text between the child elements, besides blanks. */
  hasText(node: Node): boolean;
}
