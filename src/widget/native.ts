/**
 * Markup can shadow what the platform calls its own: `<img name="createElement">` is `document.createElement` then, and `<form><input name="firstChild">` is
 * `form.firstChild`. Documents and forms alone do that (https://webidl.spec.whatwg.org/#LegacyOverrideBuiltIns).
 *
 * @returns the node by its names on the prototypes, to read from, write to and call; nothing to keep, compare or hand on as a node.
 */
export function native<Owned extends Node | ParentNode>(node: Owned): Omit<Owned, 'nodeType'> {
  const prototype =
    node instanceof HTMLFormElement ? HTMLElement.prototype : node instanceof Document ? Document.prototype : undefined;
  return prototype
    ? new Proxy(node, {
        get(_, name) {
          const value: unknown = Reflect.get(prototype, name, node);
          return typeof value === 'function'
            ? (...given: unknown[]) => Reflect.apply(value, node, given) as unknown
            : value;
        },
        set: (_, name, value) => Reflect.set(prototype, name, value, node),
      })
    : node;
}
