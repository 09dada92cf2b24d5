/** What can be wrong in the text that an owner wrote. `docs/errors.md` explains each code. */
export type MistakeCode =
  | 'bad-settings'
  | 'empty-condition'
  | 'other-price'
  | 'state-without-country'
  | 'unknown-condition'
  | 'unsafe-binding'
  | 'unusable-link'
  | 'unusable-offer'
  | 'unusable-prices'
  | 'unusable-rule'
  | 'unusable-template'
  | 'unusable-value'
  | 'unusable-visitor';

/**
 * Called by parsers with each thing that they cannot use. They get one from callers who have an owner to tell it to.
 *
 * @param text what is at fault.
 * @param index which of several entries it is in, counted from zero.
 */
export type Note = (code: MistakeCode, text: string, index?: number) => void;
