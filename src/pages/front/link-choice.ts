import { parseLinkChoice, textOfLink } from '../../rules/link-choice.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { PageSettings } from './page-options.ts';
import { choiceOfCodes, cookieIn } from './choice-cookie.ts';

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
  const isKnown = !link || textOfLink(link) === kept.words;
  return (isKnown ? undefined : choiceOfCodes(link)) ?? kept.choice;
}

/**
 * Others can write the cookie too, such as a page of another subdomain. So the choice is made of its words again: it takes
 * no more than an address does.
 */
function readLinkCookie(headers: Headers, name: string): { readonly words?: string; readonly choice?: Choice } {
  const { words, choice } = Object(cookieIn(headers, name)) as { readonly words?: unknown; readonly choice?: unknown };
  if (typeof words !== 'string') return {};
  const link = choice ? parseLinkChoice(words) : undefined;
  const made = link && choiceOfCodes(link);
  return { words, ...(made && { choice: made }) };
}
