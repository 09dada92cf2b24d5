import type { ConditionName } from './condition-table.ts';

/** Yes, no, or unknown. */
export type Answer = boolean | undefined;

/** One question, such as `not-country: DE AT`: it is yes when any value is. */
export interface Clause {
  readonly name: ConditionName;
  readonly not: boolean;
  /** Folded. Empty when nothing usable was written: then the clause is unknown. */
  readonly values: readonly string[];
}

/** Questions that must all be answered with yes. */
export type Condition = readonly Clause[];

/** Called for each mistake found in markup, with a code that `docs/errors.md` explains and the text at fault. */
export type ReportMistake = (code: string, text: string) => void;

/** The owner's groups by name, in lower case: a list of countries is the condition `country: …`. */
export type Groups = ReadonlyMap<string, Condition>;
