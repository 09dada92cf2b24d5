import { styleHidden } from './hiding-sheet.ts';

/** Follows the changes of the document and of shadow trees, one observer for each. */
export interface TreeObservers {
  watch(tree: Node): void;
  unwatch(tree: Node): void;
  has(tree: Node): boolean;
  /** Changes that have not been followed yet. */
  takeRecords(tree: Node): readonly MutationRecord[];
  /** Runs something whose own changes need not be followed. */
  unobserved(tree: Node, write: () => void): void;
}

export function createTreeObservers(
  watched: ReadonlySet<string>,
  follow: (records: readonly MutationRecord[]) => void,
): TreeObservers {
  const observers = new WeakMap<Node, MutationObserver>();

  function watch(tree: Node): void {
    const observer = observers.get(tree) ?? new MutationObserver(follow);
    observers.set(tree, observer);
    observer.observe(tree, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [...watched],
    });
    styleHidden(tree, true);
  }

  return {
    watch,
    unwatch(tree) {
      observers.get(tree)?.disconnect();
      // A pass may still be under way, and must not watch again.
      observers.delete(tree);
      styleHidden(tree, false);
    },
    has: (tree) => observers.has(tree),
    takeRecords: (tree) => observers.get(tree)?.takeRecords() ?? [],
    unobserved(tree, write) {
      observers.get(tree)?.disconnect();
      try {
        write();
      } finally {
        if (observers.has(tree)) watch(tree);
      }
    },
  };
}
