import { parseChoice } from '../../rules/choice.ts';
import type { Choice } from '../../rules/preview/visitor-words.ts';

/**
 * The visitor's choice, which the widget has written into a cookie. Visitors can write it too, so it is parsed like a
 * record. It changes only their own page.
 */
export function choiceIn(headers: Headers, name: string): Choice | undefined {
  return parseChoice(cookieIn(headers, name));
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
