/** If more than this has come since the last frame, one query searches the whole tree. */
export const maxParts = 50;

/** Collects what comes to the page, and decides when it is bound. */
export interface Scheduler<Part, Tree extends object> {
  /** Adds what has come to a tree. */
  add(tree: Tree, parts: readonly Part[]): void;
  /** Adds one that must be bound again. */
  again(part: Part): void;
  hasParts(): boolean;
  /** Binds before the next paint, once for all that comes until then. Not while the parser is at work. */
  schedule(): void;
  /** Binds now. */
  flush(): void;
}

export interface SchedulerOptions<Part, Tree extends object> {
  isParsing(): boolean;
  /** @returns a number that is not zero. */
  requestFrame(callback: () => void): number;
  /** Called with what has come. Of a crowded tree, everything must be bound. */
  bind(parts: readonly Part[], isCrowded: (tree: Tree) => boolean): void;
}

export function createScheduler<Part, Tree extends object>({
  isParsing,
  requestFrame,
  bind,
}: SchedulerOptions<Part, Tree>): Scheduler<Part, Tree> {
  const parts = new Set<Part>();
  let crowded = new WeakSet<Tree>();
  let frame = 0;

  function flush(): void {
    const [found, trees] = [[...parts], crowded];
    frame = 0;
    parts.clear();
    crowded = new WeakSet();
    bind(found, (tree) => trees.has(tree));
  }

  return {
    add(tree, added) {
      // Hold no more: in a hidden tab there is no next frame, and all that comes and goes would be held until then.
      for (const part of added) if (parts.size <= maxParts) parts.add(part);
      if (parts.size > maxParts) crowded.add(tree);
    },
    again: (part) => void parts.add(part),
    hasParts: () => parts.size > 0,
    schedule() {
      if (parts.size && !frame && !isParsing()) frame = requestFrame(flush);
    },
    flush,
  };
}
