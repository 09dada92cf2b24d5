import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import type { OpenedProxy } from '../../proxy/proxy.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';

/** The record of the visitor who requests a page, and its text. */
export interface PageRecord {
  readonly record: VisitorRecord;
  readonly json: string;
}

/**
 * Asks for the record of the visitor who requests a page: the proxy itself, as the page's widget does, so that the two
 * share one request to the service. A record that comes later than its budget still goes into the proxy's cache, where
 * the widget finds it.
 *
 * @param budgetMs longest wait for the record.
 * @returns undefined if there is none within the budget.
 */
export function recordForPage(
  { respond, settings }: OpenedProxy,
  request: Request,
  peer: Peer,
  budgetMs: number,
): Promise<PageRecord | undefined> {
  const { origin, pathname } = new URL(request.url);
  const headers = { get: (name: string) => headerForRecord(request, name.toLowerCase(), origin + pathname) };
  const asked = respond({ method: 'GET', url: origin + settings.path, headers, signal: request.signal }, peer)
    .then(({ status, body }) => (status === 200 && typeof body === 'string' ? readRecord(body) : undefined))
    .catch(() => undefined);
  return Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, budgetMs))]);
}

function readRecord(json: string): PageRecord | undefined {
  const record = parseRecord(JSON.parse(json));
  return record && { record, json };
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
