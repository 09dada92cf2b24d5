import { parentOf } from './dom.ts';

/** Parts of the page. They are held weakly: a part that the page has removed can be collected. */
export interface Roots {
  add(root: ParentNode): void;
  /**
   * Whether a node is one of them, or in one. It runs for each change of the page, so it does not look at all parts.
   */
  has(node: Node): boolean;
  now(): readonly ParentNode[];
  clear(): void;
}

export function createRoots(): Roots {
  const held = new Set<WeakRef<ParentNode>>();
  const gone = new FinalizationRegistry((root: WeakRef<ParentNode>) => held.delete(root));
  let known = new WeakSet<Node>();
  return {
    add(root) {
      const reference = new WeakRef(root);
      held.add(reference);
      gone.register(root, reference);
      known.add(root);
    },
    has(node) {
      for (let at: Node | null = node; at; at = parentOf(at)) if (known.has(at)) return true;
      return false;
    },
    now: () => [...held].flatMap((root) => root.deref() ?? []),
    clear() {
      held.clear();
      known = new WeakSet();
    },
  };
}
