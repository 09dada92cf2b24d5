/** What can be wrong in the text that an owner wrote. `docs/errors.md` explains each code. */
export type MistakeCode =
  | 'bad-settings'
  | 'empty-condition'
  | 'state-without-country'
  | 'unknown-condition'
  | 'unsafe-binding'
  | 'unusable-prices'
  | 'unusable-template'
  | 'unusable-value'
  | 'unusable-visitor';

export interface Mistake {
  readonly code: MistakeCode;
  /** The text at fault. */
  readonly text: string;
  /** Which of the entries it is in, counted from zero, where there are several. */
  readonly index?: number;
}

/** What a parser has read, and what it could not use. Parsers never report: their callers decide who hears of a mistake. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
}
