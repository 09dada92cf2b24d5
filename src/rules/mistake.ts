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

/**
 * Called by parsers with each thing that they cannot use. They get one from callers who have an owner to tell it to.
 *
 * @param text what is at fault.
 * @param at where it is: which of several entries, counted from zero, or the name of the binding: `text`, `href` …
 */
export type Note = (code: MistakeCode, text: string, at?: number | string) => void;
