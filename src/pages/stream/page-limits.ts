/**
 * How much one page may take, so that the visitors of all other pages get theirs. Beyond a limit an element passes as
 * written, from its start to its end, and the rest of the page is written.
 */
export const pageLimits = {
  /** Open elements within an element that is held until it ends. Browsers nest no deeper. */
  levels: 512,
  /** Of one element. */
  attributes: 1_000,
  /** Of an element that is held until it ends, or of a single tag. */
  heldBytes: 1_048_576,
  /** A page may become so many times as long as it was, and longer by so much. */
  outputTimes: 4,
  outputBytes: 1_048_576,
  /** After so much of a page, other requests get their turn. */
  pieceBytes: 65_536,
} as const;

export type PageLimit = 'levels' | 'attributes' | 'held' | 'output';

/**
 * Hears of a limit that a page has passed.
 *
 * @param tagName of the element that stays as written.
 */
export type Limited = (limit: PageLimit, tagName: string) => void;
