import type { PlainResponse } from '../../proxy/request/plain-response.ts';
import type { Peer, VisitorRequest } from '../../proxy/request/visitor-request.ts';

/**
 * What `createResponder` returns. Pages ask the proxy itself, as their widget does, so that the two share one request
 * to the service.
 */
export type Respond = (request: VisitorRequest, peer: Peer) => Promise<PlainResponse>;

export interface RecordBudget {
  /** The path of the record. */
  readonly path: string;
  /** Longest wait for the record. */
  readonly budgetMs: number;
}

/**
 * Asks for the record of the visitor who requests a page. A record that comes later than its budget still goes into the
 * proxy's cache, where the widget finds it.
 *
 * @returns the record as JSON, or undefined if there is none within the budget.
 */
export function recordForPage(
  respond: Respond,
  request: Request,
  peer: Peer,
  { path, budgetMs }: RecordBudget,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(request.url);
  const headers = { get: (name: string) => headerForRecord(request, name.toLowerCase(), origin + pathname) };
  const asked = respond({ method: 'GET', url: origin + path, headers, signal: request.signal }, peer)
    .then(({ status, body }) => (status === 200 && typeof body === 'string' ? body : undefined))
    .catch(() => undefined);
  return Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, budgetMs))]);
}

/**
 * The widget would ask from this page, so the page is the `Referer`, and the page's own `Referer` is where the visitor
 * came from.
 */
function headerForRecord({ headers }: Request, name: string, page: string): string | null {
  if (name === 'referer') return page;
  if (name === 'x-visitor-referer') return headers.get('referer');
  // A link on another site may lead to this page, but the page's own request for its record comes from the same origin.
  if (name === 'origin' || name === 'sec-fetch-site') return null;
  return headers.get(name);
}
