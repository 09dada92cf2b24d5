import { parentOf } from '../dom/nodes.ts';

/** Parts of the page. They are held weakly: a part that the page has removed can be collected. */
export interface Roots {
  add(root: ParentNode): void;
  /**
   * Whether a node is one of them, or in one. It runs for each change of the page, so it does not look at all parts.
   */
  has(node: Node): boolean;
  now(): readonly ParentNode[];
}

export function createRoots(): Roots {
  const held = new Set<WeakRef<ParentNode>>();
  const known = new WeakSet<Node>();
  return {
    add(root) {
      held.add(new WeakRef(root));
      known.add(root);
    },
    has(node) {
      for (let at: Node | null = node; at; at = parentOf(at)) if (known.has(at)) return true;
      return false;
    },
    now: () =>
      [...held].flatMap((reference) => {
        const root = reference.deref();
        if (!root) held.delete(reference);
        return root ?? [];
      }),
  };
}
