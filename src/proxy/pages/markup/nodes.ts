/**
 * A part of a page as it was read, tag by tag: what is not changed is written again as it was. Values of attributes and
 * texts are as they stand in the page, not decoded.
 */
export type MarkupNode = ElementNode | TextNode;

export interface ElementNode {
  readonly kind: 'element';
  /** In lower case. */
  readonly tag: string;
  readonly isHtml: boolean;
  /** In the order they are written in, by their names in lower case. */
  readonly attributes: Map<string, string>;
  children: MarkupNode[];
  /** Whether the page has an end tag for it: many elements may end without, and some have none. */
  hasEndTag: boolean;
}

/** A text, a comment, or markup of our own: written as it is. */
export interface TextNode {
  readonly kind: 'text' | 'comment' | 'markup';
  readonly source: string;
}

export function writeMarkup(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'element' ? writeElement(node) : node.source)).join('');
}

function writeElement({ tag, attributes, children, hasEndTag }: ElementNode): string {
  // A browser takes an attribute called `=b` for the value of a name alone before it.
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

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/**
 * What a value or text says. @returns undefined where only a browser's table of 2,231 names knows: that is left to the browser.
 * https://html.spec.whatwg.org/#named-character-references
 */
export function decode(source: string): string | undefined {
  let known = true;
  // `?a=1&b=2` in an address is no reference.
  const text = source.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*)(?![a-z\d=]));?/gi,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined;
      const decoded =
        code === undefined
          ? (reference.endsWith(';') && named[name ?? '']) || undefined
          : code > 0x9f && code <= 0x10ffff
            ? String.fromCodePoint(code)
            : code >= 0x20 && code < 0x80
              ? String.fromCharCode(code)
              : undefined;
      if (decoded === undefined) known = false;
      return decoded ?? reference;
    },
  );
  return known ? text : undefined;
}

export function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** An attribute's value; null where there is none. */
export function attributeOf({ attributes }: ElementNode, name: string): string | null | undefined {
  const source = attributes.get(name);
  return source === undefined ? null : decode(source);
}
