/** Where to look for a language in a table, the nearest first: `zh-TW` is `zh-TW`, `zh-Hant`, `zh`. */
export function candidatesFor(locale: string): readonly string[] {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  return [locale, `${language}-${region}`, `${language}-${script}`, language];
}
