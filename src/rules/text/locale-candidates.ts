/**
 * Where to look for a language in a table, the nearest first: `zh-TW` is `zh-TW`, `zh-Hant`, and not `zh`, which is
 * written in another script.
 */
export function candidatesFor(locale: string): readonly string[] {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  // Klingon (`tlh`) has no script and no region.
  const wider = [region, script].flatMap((part) => part ?? []).map((part) => `${language}-${part}`);
  return [locale, ...wider, language].filter((candidate) => new Intl.Locale(candidate).maximize().script === script);
}
