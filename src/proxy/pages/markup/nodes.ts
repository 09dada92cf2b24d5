/**
 * A part of a page, read tag by tag. What is not changed is written as it was read. Values of attributes and texts
 * stand as in the page's source, not decoded.
 */
export type MarkupNode = ElementNode | TextNode;

export interface ElementNode {
  readonly kind: 'element';
  /** In lower case. */
  readonly tag: string;
  readonly isHtml: boolean;
  /** By their names in lower case, in the order of the source. */
  readonly attributes: Map<string, string>;
  children: MarkupNode[];
  /** Whether the source has an end tag for it. Many elements may end without one, and some have none. */
  hasEndTag: boolean;
}

/** A text, a comment, or markup of ours. */
export interface TextNode {
  readonly kind: 'text' | 'comment' | 'markup';
  readonly source: string;
}

export function writeMarkup(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'element' ? writeElement(node) : node.source)).join('');
}

function writeElement({ tag, attributes, children, hasEndTag }: ElementNode): string {
  // After a name alone, a browser reads an attribute that is called `=b` as its value.
  const mayStandAlone = ![...attributes.keys()].some((name) => name.startsWith('='));
  const start = [
    tag,
    ...[...attributes].map(([name, value]) =>
      value === '' && mayStandAlone ? name : `${name}="${value.replaceAll('"', '&quot;')}"`,
    ),
  ].join(' ');
  return `<${start}>${writeMarkup(children)}${hasEndTag ? `</${tag}>` : ''}`;
}

export function isElement(node: MarkupNode): node is ElementNode {
  return node.kind === 'element';
}

/** Whether a browser makes the shadow tree of the element around it. https://html.spec.whatwg.org/#attr-template-shadowrootmode */
export function isShadowTree({ tag, isHtml, attributes }: ElementNode): boolean {
  return tag === 'template' && isHtml && /^(open|closed)$/i.test(attributes.get('shadowrootmode') ?? '');
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/** A character reference. `&b=2` in an address is not one. */
const referencePattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*)(?![a-z\d=]));?/gi;

/**
 * Decodes the character references in a value or text.
 *
 * @returns undefined if one of them is unknown here: only browsers have the table of all 2,231 names.
 *   https://html.spec.whatwg.org/#named-character-references
 */
export function decode(source: string): string | undefined {
  let isKnown = true;
  const text = source.replace(
    referencePattern,
    (reference: string, decimal?: string, hexadecimal?: string, name?: string) => {
      const decoded = name === undefined ? decodeNumber(decimal, hexadecimal) : decodeName(name, reference);
      if (decoded === undefined) isKnown = false;
      return decoded ?? reference;
    },
  );
  return isKnown ? text : undefined;
}

function decodeName(name: string, reference: string): string | undefined {
  return reference.endsWith(';') && Object.hasOwn(named, name) ? named[name] : undefined;
}

/** Browsers replace the numbers of control characters by others. */
function decodeNumber(decimal: string | undefined, hexadecimal: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isControl = code < 0x20 || (code >= 0x80 && code <= 0x9f);
  return isControl || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

export function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The value of an attribute. Null if it is not there, undefined if only a browser can decode it. */
export function attributeOf({ attributes }: ElementNode, name: string): string | null | undefined {
  const source = attributes.get(name);
  return source === undefined ? null : decode(source);
}
