import type { OpenedProxy } from '../../proxy/proxy.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import { withoutCookies } from './choice-cookie.ts';
import { linkCookieOf } from './link-choice.ts';
import { type PageOptions, type PageSettings, readPageOptions } from './page-options.ts';
import { recordForPage } from './page-record.ts';
import { asksForPage, originHeaders, passedHeader } from './page-request.ts';
import { isWholePage, passedHeaders } from './page-response.ts';
import { createPersonalizePage } from './personalize-page.ts';

/**
 * Sends one request to the pages' server and does not follow redirects. The body of a page comes decoded.
 *
 * @param url the whole URL at the pages' server.
 */
export type AskOrigin = (url: string, request: Request, headers: Headers, asPage: boolean) => Promise<Response>;

/** How a host reaches the pages' server, and who stands before it. */
export interface PagesHost {
  readonly askOrigin: AskOrigin;
  /** Whether this server in front of the proxy may name the visitor. */
  readonly isTrusted: (peer: Peer) => boolean;
}

/** @param target the path and query as they were sent, if the host knows them; a `Request` has resolved them. */
export type Pages = (request: Request, peer: Peer, target?: string) => Promise<Response>;

/**
 * Passes the owner's pages through and puts the visitor's record into them. Asks for the record and the page at the
 * same time. A page does not wait for a record longer than its budget.
 */
export function createPages(proxy: OpenedProxy, pageOptions: PageOptions, { askOrigin, isTrusted }: PagesHost): Pages {
  const settings = readPageOptions(pageOptions);
  const { log } = proxy.settings;
  const personalize = createPersonalizePage(settings, proxy.settings);
  return async (request, peer, target) => {
    const refused = refusal(request, settings);
    if (refused !== undefined) return refused;
    const { pathname, search } = new URL(request.url);
    const asPage = asksForPage(request) && settings.when(request);
    const record =
      asPage && request.method === 'GET' ? recordForPage(proxy, request, peer, settings.budgetMs) : undefined;
    const headers = originHeaders(request, asPage, {
      address: peer.ip,
      trusted: isTrusted(peer),
      hostIsKnown: settings.hosts !== undefined,
      passHeaders: settings.passHeaders,
      dropHeaders: settings.dropHeaders,
    });
    // The pages' server does not need to know the visitor's choice.
    const { choiceCookie } = settings;
    if (choiceCookie !== undefined) withoutCookies(headers, [choiceCookie, linkCookieOf(choiceCookie)]);
    let response: Response;
    try {
      // Joined as text: resolved, a path such as `//other.example/` would name another host, and `/a/%2e%2e/b` would
      // get past a rule for `/b` in front.
      response = await askOrigin(settings.origin + (target ?? pathname + search), request, headers, asPage);
    } catch (error) {
      if (!request.signal.aborted) log(`502 The pages' server cannot be reached. < ${String(error)}`, 'error');
      return plain(502, 'This page cannot be reached at the moment.');
    }
    if (!asPage || !isWholePage(response.status, response.headers) || response.headers.has('content-encoding'))
      return withHeaders(response, passedHeaders(response.headers, settings.origin, request.url));
    return personalize(response, request, await record);
  };
}

function refusal(request: Request, settings: PageSettings): Response | undefined {
  // `fetch` cannot send such a body on, and without it the response would be for another request.
  if (request.body !== null && /^(GET|HEAD)$/.test(request.method))
    return plain(400, 'A page must be requested without a body.');
  if (request.headers.has(passedHeader)) return plain(508, 'The configured pages server points back to this proxy.');
  if (settings.hosts?.has(new URL(request.url).host) === false) return plain(421, 'These pages are not at this host.');
  return undefined;
}

function withHeaders({ body, status, statusText }: Response, headers: Headers): Response {
  return new Response(body, { status, statusText, headers });
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
