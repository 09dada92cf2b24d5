/** Named in the language that is most likely spoken there, where the browser knows that; else in the page's. Throws for what is no code. */
export function countryOption(code: string, locale: string): HTMLOptionElement {
  const names = new Intl.DisplayNames([new Intl.Locale(`und-${code}`).maximize(), locale], { type: 'region' });
  const option = new Option(names.of(code), code);
  option.lang = names.resolvedOptions().locale;
  return option;
}
