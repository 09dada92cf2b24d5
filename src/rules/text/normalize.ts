import { toPlainLetters } from '../../record/plain-letters.ts';

/** As values are compared: in lower case and plain letters. */
export function fold(text: string): string {
  // Codes have no others. Skip the search for them: the first one takes longer than everything else about a condition.
  return (/[^ -~]/.test(text) ? toPlainLetters(text) : text.toLowerCase()).trim();
}

/** Whether a value is the wanted one, or begins as it where that ends in `*`. Both are folded. */
export function matches(value: string, wanted: string): boolean {
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
}

/** The tokens of a list of classes. */
export function tokensOf(list: string | null | undefined): readonly string[] {
  return list?.split(/\s+/).filter(Boolean) ?? [];
}

/** Whether two texts have the same words, however many blanks are between them. */
export function hasSameWords(one: string | null | undefined, other: string | null | undefined): boolean {
  return tokensOf(one).join(' ') === tokensOf(other).join(' ');
}

/** The text of a value from a page, which may be anything. An object has none: some cannot even be turned into text. */
export function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** What people also write for a country that has another code in ISO 3166. */
const spellings: Readonly<Record<string, string>> = { uk: 'gb', el: 'gr' };

/** @param code in lower case. */
export function spellCountry(code: string): string {
  return (Object.hasOwn(spellings, code) && spellings[code]) || code;
}
