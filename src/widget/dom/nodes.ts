import { canonicalLanguage } from '../../rules/text/language.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import { native, type Own } from './native.ts';

export function matches(element: Element, selector: string): boolean {
  return native(element).matches(selector);
}

/** Whether a part of the page is such an element, or has one. */
export function contains(part: ParentNode, selector: string): boolean {
  return (part instanceof Element && matches(part, selector)) || !!native(part).querySelector(selector);
}

export function attributeOf(element: Element, name: string): string | null {
  return native(element).getAttribute(name);
}

export function attributeNamesOf(element: Element): string[] {
  return native(element).getAttributeNames();
}

/** @param value null removes the attribute. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  writeOwnAttribute(native(element), name, value);
}

/** @param value null removes the attribute. */
export function writeOwnAttribute(element: Own, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export function classesOf(element: Element): readonly string[] {
  return tokensOf(attributeOf(element, 'class'));
}

export function parentOf(node: Node): Node | null {
  return native(node).parentNode;
}

/** The document, or the shadow tree that a node is in. */
export function treeOf(node: Node): ParentNode {
  return native(node).getRootNode() as Document | ShadowRoot;
}

/**
 * What a node is rendered in: its slot, else its parent, else the host of its shadow tree. The slots of a closed tree
 * cannot be seen.
 */
export function composedParent(node: Node): Node | null {
  if (node instanceof ShadowRoot) return node.host;
  return (node instanceof Element && native(node).assignedSlot) || parentOf(node);
}

/** Like `closest`, across the borders of shadow trees. */
export function closestAround(node: Node, selector: string): Element | undefined {
  for (let at: Node | null = node; at; at = composedParent(at))
    if (at instanceof Element && matches(at, selector)) return at;
  return undefined;
}

/** The language of the text around an element. */
export function localeOf(element: Element): string {
  const around = closestAround(element, '[lang]');
  return (
    canonicalLanguage((around && attributeOf(around, 'lang')) || '') ?? canonicalLanguage(navigator.language) ?? 'en'
  );
}

export function isParsing(): boolean {
  return native(document).readyState === 'loading';
}

/** Whether the parser has passed the end of a node. Before that, more may still come into it. */
export function isComplete(node: Node): boolean {
  return !isParsing() || hasEnded(node);
}

/** Whether something follows a node, so that the parser has left it. */
export function hasEnded(node: Node): boolean {
  for (let at: Node | null = node; at; at = parentOf(at)) if (native(at).nextSibling) return true;
  return false;
}
