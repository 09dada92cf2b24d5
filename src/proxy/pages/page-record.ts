import type { Answer } from '../answer.ts';
import type { Peer, VisitorRequest } from '../visitor-request.ts';

/** What `createAnswerer` makes: pages ask the proxy itself, as the widget on them would, so that nobody is asked twice. */
export type Ask = (request: VisitorRequest, peer: Peer) => Promise<Answer>;

/**
 * Asks for the record of whoever asks for a page. When the budget is over the answer still comes into the proxy's cache,
 * where the widget finds it.
 *
 * @param path where the record is.
 * @returns the record as JSON, or undefined when there is none within the budget.
 */
export function askForPage(
  ask: Ask,
  request: Request,
  peer: Peer,
  path: string,
  budgetMs: number,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(request.url);
  const headers = { get: (name: string) => headerOfQuestion(request, name.toLowerCase(), origin + pathname) };
  const asked = ask({ method: 'GET', url: origin + path, headers, signal: request.signal }, peer)
    .then(({ status, body }) => (status === 200 && typeof body === 'string' ? body : undefined))
    .catch(() => undefined);
  return Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, budgetMs))]);
}

/** The page is where the widget would ask from, and what led there is where the visitor came from. */
function headerOfQuestion({ headers }: Request, name: string, page: string): string | null {
  if (name === 'referer') return page;
  if (name === 'x-visitor-referer') return headers.get('referer');
  // A link on another site may lead to a page; asking for the page's own record is never foreign.
  if (name === 'origin' || name === 'sec-fetch-site') return null;
  return headers.get(name);
}
