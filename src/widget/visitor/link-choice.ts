import { attempt } from '../../rules/attempt.ts';
import { choiceOfLink, type CountryRow, parseLinkChoice, textOfLink } from '../../rules/link-choice.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import { fetchCountry } from './fetch-country.ts';
import { linked } from './happenings.ts';
import { linkKey, wordsKey } from './mirror.ts';
import { whenSeen } from './wake-ups.ts';

/** The entry of a lazy file, fetched where the page's address carries a choice. */
export default function startLink(core: Core): Promise<void> {
  return takeLink(core, (code) => fetchCountry(core, code));
}

/** Takes the choice from the address, unless this tab has already taken it. */
export async function takeLink(core: Core, findCountry: (code: string) => Promise<CountryRow>): Promise<void> {
  const { settings, visitor, report, watch, signal } = core;
  const parameter = settings.choiceParameter;
  const written = new URLSearchParams(location.search).get(parameter);
  if (written === null || parameter === 'off') return;
  const link = parseLinkChoice(written);
  const words = link && textOfLink(link);
  if (words !== undefined && visitor.mayStore() && attempt(() => sessionStorage.getItem(wordsKey)) === words) return;
  let choice: Choice | undefined;
  try {
    choice = link && choiceOfLink(link, link.country ? await findCountry(link.country) : undefined);
  } catch (error) {
    if (!signal.aborted) report('file-refused', `countries/${link?.country?.toLowerCase()}: ${String(error)}`);
    return;
  }
  // Without the words: they are a stranger's.
  if (!choice) return report('unusable-link', `${parameter}=`);
  const found = choice;
  const text = JSON.stringify(found);
  // What a prerendered page stores for its session is lost when it is seen.
  whenSeen(() => {
    visitor.put(linkKey, text, true);
    // Read from there together with the visitor's own choice, which goes before it.
    const isStored = visitor.mayStore() && attempt(() => sessionStorage.getItem(linkKey)) === text;
    if (!isStored) visitor.happen(linked, found);
  });
  const remember = () => visitor.put(wordsKey, words ?? '', true);
  watch(remember);
  native(document).addEventListener('visibilitychange', remember, { signal });
}
