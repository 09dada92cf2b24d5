import { remembered } from '../../rules/remembered.ts';

/**
 * The prototype's own methods: `<form><input name="setAttribute">` puts an element where the form's method was.
 * https://html.spec.whatwg.org/#dom-form-nameditem
 * There is none on a server, where the modules are imported and nothing of them runs.
 */
const { getAttribute, setAttribute, removeAttribute, getAttributeNames, matches: elementMatches } = (globalThis.Element ?? Object).prototype;

export function matches(element: Element, selector: string): boolean {
  return elementMatches.call(element, selector);
}

export function attributeOf(element: Element, name: string): string | null {
  return getAttribute.call(element, name);
}

export function attributeNamesOf(element: Element): string[] {
  return getAttributeNames.call(element);
}

/** @param value null removes the attribute. @returns it. */
export function writeAttribute(element: Element, name: string, value: string | null): string | null {
  if (value === null) removeAttribute.call(element, name);
  else setAttribute.call(element, name, value);
  return value;
}

export function classesOf(element: Element): readonly string[] {
  return tokensOf(attributeOf(element, 'class'));
}

/** The words of a list of classes. */
export function tokensOf(list: string | null | undefined): readonly string[] {
  return (list ?? '').split(/\s+/).filter(Boolean);
}

/** No classes is no attribute: an element that had none gets none back. */
export function writeClasses(element: Element, classes: readonly string[]): void {
  const written = classes.join(' ') || null;
  if (written !== attributeOf(element, 'class')) writeAttribute(element, 'class', written);
}

/** Languages as they are written, in a spelling that `Intl` takes: some browsers call theirs `C`. */
const canonical = remembered((language: string) => Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0]);

/** By the prototype's own getter: `<form><input name="parentNode">` would lead round in a circle. */
export function parentOf(node: Node): Node | null {
  return Reflect.get(Node.prototype, 'parentNode', node);
}

/** The document, or the shadow tree that a node is in. */
export function treeOf(node: Node): ParentNode {
  return Node.prototype.getRootNode.call(node) as Document | ShadowRoot;
}

/**
 * What a node is rendered in: the slot that it stands in, else its parent, else the host of its shadow tree. A closed tree tells of no slot.
 */
export function composedParent(node: Node): Node | null {
  if (node instanceof ShadowRoot) return node.host;
  return ('matches' in node && Reflect.get(Element.prototype, 'assignedSlot', node)) || parentOf(node);
}

/** Like `closest`, across the borders of shadow trees. */
export function closestAround(node: Node, selector: string): Element | undefined {
  for (let at: Node | null = node; at; at = composedParent(at)) if ('matches' in at && matches(at as Element, selector)) return at as Element;
  return undefined;
}

/** The language of the text around an element. */
export function localeOf(element: Element): string {
  return canonical(closestAround(element, '[lang]')?.getAttribute('lang') || navigator.language) ?? canonical(navigator.language) ?? 'en';
}

/** Whether the parser has passed the end of a node. Before that, text may still come into it. */
export function isComplete(node: Node): boolean {
  if (document.readyState !== 'loading') return true;
  for (let at: Node | null = node; at; at = parentOf(at)) if (at.nextSibling) return true;
  return false;
}
