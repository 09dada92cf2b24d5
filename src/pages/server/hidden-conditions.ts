import type { NodeRequest } from './node-http.ts';
import { pathOf } from './web-request.ts';

const conditional = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];

/** Whether a response with these headers is what the visitor has already. */
export type IsUnchanged = (headers: Headers) => boolean;

/**
 * Hides what would keep a page from being made: what is made for one visitor now never equals what was sent before.
 * Pictures, downloads and what programs ask for keep theirs.
 *
 * @returns what the hidden conditions say of a response that is no page after all.
 */
export function hideConditions({ headers, ...incoming }: NodeRequest): IsUnchanged {
  const isNavigation = headers['sec-fetch-dest'] !== undefined || /\btext\/html\b/i.test(String(headers.accept));
  const [, ending] = /\.([a-z][a-z0-9]{1,5})$/i.exec(pathOf({ headers, ...incoming })) ?? [];
  const mayBePage = isNavigation && (ending === undefined || /^(x?html?|php\d?|aspx?|jspx?|cgi)$/i.test(ending));
  if (!mayBePage) return () => false;
  const { 'if-none-match': tags, 'if-modified-since': since, 'cache-control': control = '' } = headers;
  for (const name of conditional) delete headers[name];
  if (/\bno-cache\b/i.test(String(control))) return () => false;
  return tags === undefined
    ? (response) => isAsOld(response, String(since))
    : (response) => hasTag(response, String(tags));
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
function hasTag(response: Headers, tags: string): boolean {
  const own = response.get('etag')?.replace(/^W\//, '');
  return own !== undefined && (tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === own));
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1.3 */
function isAsOld(response: Headers, since: string): boolean {
  return Date.parse(response.get('last-modified') ?? '') <= Date.parse(since);
}
