import { type Finding, warning } from './finding.ts';
import type { Tag } from './markup.ts';

const fix =
  'Write the language of the texts: <html lang="en">. Without it, prices and names are in the language of each visitor\'s browser.';

/** Whether the page says in which language it is. */
export function checkLanguage(tags: readonly Tag[]): Finding[] {
  const language = tags.find(({ name }) => name === 'html')?.attributes.get('lang') ?? '';
  if (!language) return [warning('page', 'The page does not say in which language it is.', fix)];
  try {
    Intl.getCanonicalLocales(language.replaceAll('_', '-'));
    return [];
  } catch {
    return [warning('page', `The language of the page is ${JSON.stringify(language)}, which is none.`, fix)];
  }
}
