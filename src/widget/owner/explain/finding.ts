/** Something on the page that its owner would like to know. */
export interface Finding {
  /** What is wrong, and what to do about it. */
  readonly words: string;
  /** Where it stands, if that is on the page. */
  readonly element?: Element | undefined;
  /** The code of `geo-error`, if it was reported. */
  readonly code?: string;
}
