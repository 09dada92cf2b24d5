/** What people also write for a country that has another code in ISO 3166. */
const spellings: Readonly<Record<string, string>> = { uk: 'gb', el: 'gr' };

/** @param code in lower case. */
export function spellCountry(code: string): string {
  return (Object.hasOwn(spellings, code) && spellings[code]) || code;
}
