import { packedCountryFields } from '../../record/packed-countries.ts';
import { statesOf } from '../../record/states.ts';
import { parseChoice } from '../../rules/choice.ts';
import { choiceOfLink, parseLinkChoice, textOfLink } from '../../rules/link-choice.ts';
import type { Choice } from '../../rules/preview/visitor-words.ts';
import type { PageSettings } from './page-options.ts';
import { cookieIn } from './choice-cookie.ts';

/** What the widget remembers of a link for the session, in a cookie beside that of the visitor's own choice. */
export function linkCookieOf(choiceCookie: string): string {
  return `${choiceCookie}_link`;
}

/** The choice that the address carries, or that a link has brought earlier in the session. */
export function linkedChoice(
  { url, headers }: Request,
  { choiceCookie, choiceParameter }: Pick<PageSettings, 'choiceCookie' | 'choiceParameter'>,
): Choice | undefined {
  if (choiceParameter === 'off') return undefined;
  const kept = choiceCookie === undefined ? {} : readLinkCookie(headers, linkCookieOf(choiceCookie));
  const { search, searchParams } = new URL(url);
  // The loader looks for the name as it is, before it fetches what reads the address.
  const isThere = search.includes(`${choiceParameter}=`);
  const link = isThere ? parseLinkChoice(searchParams.get(choiceParameter) ?? '') : undefined;
  // After a reset, the same address brings nothing back.
  if (!link || textOfLink(link) === kept.words) return kept.choice;
  const { country } = link;
  const row = country ? { fields: packedCountryFields(country) ?? {}, states: statesOf(country) } : undefined;
  return choiceOfLink(link, row) ?? kept.choice;
}

/** Visitors can write the cookie too. What is in it changes only their own page. */
function readLinkCookie(headers: Headers, name: string): { readonly words?: string; readonly choice?: Choice } {
  const { words, choice } = Object(cookieIn(headers, name)) as { readonly words?: unknown; readonly choice?: unknown };
  const parsed = parseChoice(choice);
  return { ...(typeof words === 'string' && { words }), ...(parsed && { choice: parsed }) };
}
