/** Ends a sentence with what was meant, or else with what to write. */
export function either(meant: string | undefined, otherwise: string): string {
  return meant ? `; did you mean ${meant}?` : `: ${otherwise}`;
}

/** Ends a sentence with what was meant, where that is known. @param spell writes it as it stands in a page. */
export function didYouMean(meant: string | undefined, spell: (name: string) => string): string {
  return meant ? `; did you mean ${spell(meant)}?` : '';
}
