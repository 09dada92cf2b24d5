/** A name with the value that was written for it, such as `['country', 'DE AT']`. */
export type Entry<Value = unknown> = readonly [name: string, value: Value];

/**
 * Splits `country: DE AT; eu` into its entries: at each semicolon, then at the first colon. A bare name has an empty
 * value.
 */
export function splitEntries(text: string): readonly Entry<string>[] {
  return text
    .split(';')
    .filter((part) => part.trim())
    .map((part) => {
      const [name = '', ...value] = part.split(':');
      return [name.trim(), value.join(':').trim()];
    });
}
