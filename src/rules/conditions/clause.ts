import type { ConditionName } from './condition-table.ts';

/** Yes, no, or unknown. */
export type Answer = boolean | undefined;

/**
 * One question, such as `country: DE AT`. Its answer is yes when the answer for any of its values is yes. With `not`,
 * yes and no change places; unknown stays.
 */
export interface Clause {
  readonly name: ConditionName;
  readonly not: boolean;
  /** Folded (see `fold.ts`). Without any value that can be used, the answer is unknown. */
  readonly values: readonly string[];
}

/** Clauses. The answer is yes if the answer to all of them is yes. */
export type Condition = readonly Clause[];

/** The owner's groups by name, in lower case. A list of countries is the condition `country: …`. */
export type Groups = ReadonlyMap<string, Condition>;
