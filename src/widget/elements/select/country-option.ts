/**
 * An option with a country's name in the language of the page, and behind it the name in the language that is most
 * likely spoken there. Typing in a list finds an option by how its text begins, so the page's language comes first.
 *
 * @throws RangeError for a text that is not a country code.
 */
export function countryOption(code: string, locale: string): HTMLOptionElement {
  const nameIn = (language: Intl.Locale | string) =>
    new Intl.DisplayNames([language, locale], { type: 'region' }).of(code);
  const name = nameIn(locale);
  const ownName = nameIn(new Intl.Locale(`und-${code}`).maximize());
  return new Option(ownName === name ? name : `${name} – ${ownName}`, code);
}
