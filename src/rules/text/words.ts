/**
 * Fills in the owner's words where the names are not those of the record: `Opens {day} at {time}`, `{name},
 * {distance} away`. As in templates, a missing value is replaced by the text after `|`.
 *
 * @returns undefined if a missing value has no alternative, or a brace is not closed.
 */
export function fillWords(text: string, valueOf: (name: string) => string | undefined): string | undefined {
  const filled = text.replace(placeholder, (_match, name = '', alternative = missing) => valueOf(name) || alternative);
  return filled.includes(missing) ? undefined : filled;
}

/** @returns the names of the placeholders in a text, or undefined if a brace is not closed. */
export function namesIn(text: string): string[] | undefined {
  const names = [...text.matchAll(placeholder)].map(([, name]) => name);
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** No words have it. */
const missing = '\0';

/** Or a brace alone. */
const placeholder = /\{\s*([\w-]+)\s*(?:\|([^{}]*))?\}|[{}]/g;
