/** An element whose members no markup has replaced: the result of `native`, or any element that is not a form. */
export type Own = Omit<Element, 'nodeType'>;

/**
 * Markup can replace the members of documents and forms, and of nothing else: `<img name="createElement">` becomes
 * `document.createElement`, and `<form><input name="firstChild">` becomes `form.firstChild`.
 * https://webidl.spec.whatwg.org/#LegacyOverrideBuiltIns
 *
 * @returns the node with the platform's own members, to read, write and call. Don't store, compare or pass it on as a node.
 */
export function native<Owned extends Node | ParentNode>(node: Owned): Omit<Owned, 'nodeType'> {
  const prototype = prototypeOf(node);
  if (!prototype) return node;
  return new Proxy(node, {
    get(_, name) {
      const value: unknown = Reflect.get(prototype, name, node);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => Reflect.apply(value, node, given) as unknown;
    },
    set: (_, name, value) => Reflect.set(prototype, name, value, node),
  });
}

/** Undefined for a node whose members nothing replaces. */
function prototypeOf(node: Node | ParentNode): object | undefined {
  if (node instanceof HTMLFormElement) return HTMLElement.prototype;
  return node instanceof Document ? Document.prototype : undefined;
}
