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
  /** Which of several entries it is in, counted from zero. */
  readonly index?: number;
  /** The binding that it is in, by its name: `text`, `href` … */
  readonly name?: string;
}

/**
 * What a parser has read, and what it could not use. Parsers never report a mistake: their callers do, where there is
 * an owner to read it.
 */
export interface Parsed<Value> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
}
