import { mayEndWithoutTag } from '../stream/html-elements.ts';
import { spend } from './page-context.ts';
import type { FoundRule } from '../../rules/page-rules/rule-finder.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';

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
  /** Whether it may have children: not a void element, and no part of a table that stands in none. */
  readonly hasContent: boolean;
  children: MarkupNode[];
  /** The rules beside the page whose selectors find it, in their order. */
  rules?: readonly FoundRule[];
  /** Whether the source has an end tag for it. Many elements may end without one, and some have none. */
  hasEndTag: boolean;
  /** Whether it has ended, by its tag or as HTML says. */
  hasEnded: boolean;
}

/** A text, a comment, or markup of ours. */
export interface TextNode {
  readonly kind: 'text' | 'comment' | 'markup';
  readonly source: string;
}

/** Without recursion: a page may be nested deeper than the stack. */
export function writeMarkup(nodes: readonly MarkupNode[]): string {
  const parts: string[] = [];
  const waiting: (MarkupNode | string)[] = nodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (!isElement(next)) parts.push(next.source);
    else {
      parts.push(writeStartTag(next));
      if (next.hasEndTag) waiting.push(`</${next.tag}>`);
      for (const child of next.children.toReversed()) waiting.push(child);
    }
  }
  return parts.join('');
}

function writeStartTag({ tag, attributes }: ElementNode): string {
  // After a name alone, a browser reads an attribute that is called `=b` as its value.
  const mayStandAlone = ![...attributes.keys()].some((name) => name.startsWith('='));
  const start = [
    tag,
    ...[...attributes].map(([name, value]) =>
      value === '' && mayStandAlone ? name : `${name}="${value.replaceAll('"', '&quot;')}"`,
    ),
  ].join(' ');
  return `<${start}>`;
}

/** A copy with everything in it, for which the page must have room. */
export function copyElement(element: ElementNode, context: { room: number }): ElementNode {
  const copy = shallowCopy(element);
  const copies = [copy];
  for (const node of copies) {
    spend(context, 2 * node.tag.length);
    for (const [name, value] of node.attributes) spend(context, name.length + value.length);
    node.children = node.children.map((child) => {
      if (!isElement(child)) {
        spend(context, child.source.length);
        return child;
      }
      const inner = shallowCopy(child);
      copies.push(inner);
      return inner;
    });
  }
  return copy;
}

function shallowCopy(element: ElementNode): ElementNode {
  // What comes behind the copy would otherwise be in it.
  const hasEndTag = element.hasEndTag || (element.isHtml && mayEndWithoutTag(element.tag, ''));
  return { ...element, attributes: new Map(element.attributes), hasEndTag };
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
  let text = '';
  let end = 0;
  for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: name, index } of source.matchAll(referencePattern)) {
    const decoded = name === undefined ? decodeNumber(decimal, hexadecimal) : decodeName(name, reference);
    if (decoded === undefined) return undefined;
    text += source.slice(end, index) + decoded;
    end = index + reference.length;
  }
  return text + source.slice(end);
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

/** Stands for a text that only a browser can decode. */
const unreadable = '\uFFFD';

/** How the rules read a page that is on its way to its visitor. */
export const edgeReader: MarkupReader<ElementNode> = {
  tag: ({ tag }) => tag,
  isHtml: ({ isHtml }) => isHtml,
  attributeNames: ({ attributes }) => [...attributes.keys()],
  attribute: attributeOf,
  // The edge writes no form fields: only the widget knows whether a visitor has typed there.
  typeOfInput: () => 'text',
  children: ({ children }) => children.filter(isElement).filter((child) => !isShadowTree(child)),
  content: ({ children }) =>
    children.flatMap((node): (ElementNode | string)[] => {
      if (node.kind === 'text') return [decode(node.source) ?? unreadable];
      return isElement(node) && !isShadowTree(node) ? [node] : [];
    }),
  // What only a browser can decode is a character at least.
  hasText: ({ children }) => children.some((node) => node.kind === 'text' && decode(node.source)?.trim() !== ''),
};
