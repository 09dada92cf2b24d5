/** An element whose members no markup has replaced: what `native` returns, or any element that is not a form. */
export type Own = Omit<Element, 'nodeType'>;

/**
 * Reads and calls members of a node past names in the markup. `<img name="createElement">` becomes
 * `document.createElement`, and `<form><input name="firstChild">` becomes `form.firstChild`. Only documents and forms
 * do that (https://webidl.spec.whatwg.org/#LegacyOverrideBuiltIns).
 *
 * @returns the node with the members of its prototypes. Use it to read, write and call them; don't store it, compare
 *   it or pass it on as a node.
 */
export function native<Owned extends Node | ParentNode>(node: Owned): Omit<Owned, 'nodeType'> {
  const isForm = node instanceof HTMLFormElement;
  if (!isForm && !(node instanceof Document)) return node;
  const { prototype } = isForm ? HTMLElement : Document;
  return new Proxy(node, {
    get(_, name) {
      const value: unknown = Reflect.get(prototype, name, node);
      return typeof value === 'function'
        ? (...given: unknown[]) => Reflect.apply(value, node, given) as unknown
        : value;
    },
    set: (_, name, value) => Reflect.set(prototype, name, value, node),
  });
}
