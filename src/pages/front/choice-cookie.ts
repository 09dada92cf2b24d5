import { packedCountryFields } from '../../record/packed-countries.ts';
import { statesOf } from '../../record/states.ts';
import { parseChoice } from '../../rules/choice.ts';
import { choiceOfLink, type LinkChoice, parseLinkChoice, textOfLink } from '../../rules/link-choice.ts';
import type { Choice } from '../../rules/visitor-words.ts';

/**
 * The visitor's choice, which the widget has written into a cookie. Others can write the cookie too, such as a page of
 * another subdomain. So the choice is made of its codes again: no word of theirs comes into the page. What else the
 * visitor has chosen, the widget adds.
 */
export function choiceIn(headers: Headers, name: string): Choice | undefined {
  const { fields, place, currency } = parseChoice(cookieIn(headers, name)) ?? {};
  const codes = {
    ...(place && { country: fields?.countryCode ?? '' }),
    ...(fields?.stateCode !== undefined && { state: fields.stateCode }),
    ...(currency && fields?.currencyCode !== undefined && { currency: fields.currencyCode }),
  };
  const link = parseLinkChoice(textOfLink(codes));
  return link && choiceOfCodes(link);
}

/** @returns undefined for a country or a state that does not exist. */
export function choiceOfCodes(link: LinkChoice): Choice | undefined {
  const { country } = link;
  return choiceOfLink(
    link,
    country ? { fields: packedCountryFields(country) ?? {}, states: statesOf(country) } : undefined,
  );
}

/** The value of a cookie that the widget has written as JSON. Undefined for any other. */
export function cookieIn(headers: Headers, name: string): unknown {
  const value = cookiesIn(headers).find(([key]) => key === name)?.[1];
  if (value === undefined || value.length > 4096) return undefined;
  try {
    return JSON.parse(decodeURIComponent(value));
  } catch {
    return undefined;
  }
}

/** Takes the choices out of the cookies: the pages' server and a cache in front of it do not need them. */
export function withoutCookies(headers: Headers, names: readonly string[]): void {
  const cookies = cookiesIn(headers);
  const others = cookies.filter(([key]) => !names.includes(key));
  if (others.length === cookies.length) return;
  if (others.length) headers.set('cookie', others.map((cookie) => cookie.join('=')).join('; '));
  else headers.delete('cookie');
}

function cookiesIn(headers: Headers): (readonly [name: string, value: string])[] {
  return (headers.get('cookie') ?? '')
    .split(';')
    .filter((cookie) => cookie.trim())
    .map((cookie) => {
      const [name = '', ...value] = cookie.trim().split('=');
      return [name, value.join('=')] as const;
    });
}
