import type { Answer } from './conditions/clause.ts';

/**
 * Called by the rules with each thing that they have asked, and what it came to, in that order. What they did not need
 * to ask is missing. Without it nothing is made.
 *
 * @param asked the object that was asked:
 *
 *   - A clause, and then its condition: yes, no, or unknown.
 *   - A placeholder of a template: the text that stands in its place; empty for a value that is missing.
 *   - The listed price for the visitor; undefined where their currency is not in the list.
 */
export type Trace = (asked: object | undefined, outcome?: Answer | string) => void;
