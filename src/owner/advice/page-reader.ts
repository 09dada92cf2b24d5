import type { Groups } from '../../rules/conditions/clause.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';
import type { PriceBook } from '../../rules/money/price.ts';

/** What the words for owners ask of an element, besides what the rules ask. */
export interface PageReader<Node> extends MarkupReader<Node> {
  parent(node: Node): Node | undefined;
  /** All the text in it; of a long one the beginning is enough. */
  text(node: Node): string;
  /** All of an element's text. Undefined where it has none, or anything else in it. */
  wholeText(node: Node): string | undefined;
  /** Whether nothing follows in the element around it, not even text. */
  isLast(node: Node): boolean;
  /** The elements of its shadow tree, or of the template that becomes one, that Geolet has not read. */
  unread(node: Node): readonly Node[];
  /**
   * What stood there before Geolet changed it: the element's text, or the attribute that a binding writes.
   *
   * @param binding as it is called behind its prefix, such as `text` and `href`.
   */
  original(node: Node, binding: string): string | null | undefined;
}

/** A page as the words for owners are found on it. */
export interface PageToRead<Node> {
  readonly reader: PageReader<Node>;
  /** Every element, each before what is in it. What is in templates is not part of the page. */
  readonly elements: readonly Node[];
  /** The owner's. */
  readonly groups: Groups | undefined;
  /** The owner's. Undefined where the page has none, or it is not known here. */
  readonly priceBook?: PriceBook | undefined;
  /** The setting of this name. */
  readonly offer?: unknown;
  /** The settings of these names. */
  readonly delivery?: unknown;
  readonly closures?: unknown;
  readonly known: KnownElements;
}

/** The elements that a page may use. */
export interface KnownElements {
  /** The tags of ours. */
  readonly tags: readonly string[];
  /** Those whose attributes are a condition. */
  readonly conditional: readonly string[];
  /** Those that show a text in place of their content. */
  readonly text: readonly string[];
  /** The attributes that an element of ours follows; none where they are not known. */
  attributesOf(tag: string): readonly string[];
  /** Whether the page itself may have defined an element. */
  isDefined(tag: string): boolean;
}

/** Something on a page that its owner would like to know. */
export interface Advice<Node> {
  /** What is wrong, and what to do about it. */
  readonly words: string;
  readonly element: Node;
  /** The code of `geo-error`, if the page reports it. */
  readonly code?: string;
}
