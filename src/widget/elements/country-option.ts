/**
 * An option with a country's name in the language that is most likely spoken there, or in the page's language if the
 * browser does not know that one.
 *
 * @throws RangeError for a text that is not a country code.
 */
export function countryOption(code: string, locale: string): HTMLOptionElement {
  const names = new Intl.DisplayNames([new Intl.Locale(`und-${code}`).maximize(), locale], { type: 'region' });
  const option = new Option(names.of(code), code);
  option.lang = names.resolvedOptions().locale;
  return option;
}
