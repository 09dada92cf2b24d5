/** What an element shows in the place of its children. */
export interface Value {
  readonly text: string;
  /** A former price. */
  readonly was?: string | undefined;
  /** There when the price is an estimate and begins with a sign for that: how the sign is spoken. */
  readonly estimate?: string | undefined;
  /** Makes the value a link. */
  readonly href?: string | undefined;
  /** The moment that the value is about. */
  readonly datetime?: string | undefined;
  /** The address of a flag, for those who see; the text is for the others. */
  readonly flag?: string | undefined;
}
