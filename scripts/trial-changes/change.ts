/** One place of a change: the first occurrence of `find` becomes `put`. Without `find`, `put` is a new file. */
export interface Edit {
  readonly file: string;
  readonly find?: string;
  readonly put: string;
}

/** A change that people make, as CONTRIBUTING.md describes it, and as `npm test -- trial-changes` tries it. */
export interface TrialChange {
  /** What is changed: `a condition`. */
  readonly what: string;
  /** In the order in which one would make them. The first is where everybody begins. */
  readonly edits: readonly Edit[];
  /** What writes the generated files again. */
  readonly commands: readonly string[];
  /** What fails after the first edit alone, and passes after all edits and the commands. */
  readonly tells: readonly string[];
}
