/** The text of a value from a page, which may be anything. An object has none: some cannot even be turned into text. */
export function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
