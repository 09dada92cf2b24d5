/** What a page passes may be anything; an object says nothing, and some cannot even be turned into text. */
export function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
