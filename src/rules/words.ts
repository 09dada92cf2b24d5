/**
 * Fills in the owner's words where the names are not those of the record: `Opens {day} at {time}`, `{name}, {distance} away`.
 * As in templates, a value that is missing takes what follows `|`.
 *
 * @returns undefined when a value is missing that has no alternative.
 */
export function fillWords(text: string, valueOf: (name: string) => string | undefined): string | undefined {
  let whole = true;
  const filled = text.replace(placeholder, (_match, name: string, alternative?: string) => {
    const value = valueOf(name) || alternative;
    whole &&= value !== undefined;
    return value ?? '';
  });
  return whole ? filled : undefined;
}

/** @returns the names that a text asks for, or undefined when a brace stands alone. */
export function namesIn(text: string): string[] | undefined {
  return /[{}]/.test(text.replace(placeholder, '')) ? undefined : [...text.matchAll(placeholder)].map(([, name = '']) => name);
}

const placeholder = /\{\s*([\w-]+)\s*(?:\|([^{}]*))?\}/g;
