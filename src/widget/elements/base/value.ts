/** What an element shows in place of its children. */
export interface Value {
  /** Undefined: the children show as written. */
  readonly text: string | undefined;
  /** A former price. It stands before the children where there is no text. */
  readonly was?: string | undefined;
  /** What stands before the text, and behind it. */
  readonly around?: readonly [string, string] | undefined;
  /** Only for an estimate: the words for the sign that the text begins with. */
  readonly estimate?: string | undefined;
  /** Makes the value a link. */
  readonly href?: string | undefined;
  /** The moment that the value stands for. */
  readonly datetime?: string | undefined;
  /** The address of a flag. The text is its alternative. */
  readonly flag?: string | undefined;
}
