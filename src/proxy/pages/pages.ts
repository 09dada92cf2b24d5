import type { Log } from '../log.ts';
import type { Peer } from '../visitor-request.ts';
import { withoutChoice } from './choice-cookie.ts';
import type { EmbedLoader } from './embedded-loader.ts';
import { isWholePage, passedHeaders } from './page-answer.ts';
import type { PageSettings } from './page-options.ts';
import { type Ask, askForPage } from './page-record.ts';
import { asksForPage, originHeaders, passedHeader } from './page-request.ts';
import { type PageMarkup, writeVisitorPage } from './visitor-page.ts';

/**
 * Asks the pages' server: one request, redirects are not followed. What is asked for as a page comes decoded.
 *
 * @param url of the pages' server, put together already.
 */
export type AskOrigin = (url: string, request: Request, headers: Headers, asPage: boolean) => Promise<Response>;

export interface PagesParts {
  readonly settings: PageSettings;
  /** Where the record is. */
  readonly path: string;
  readonly ask: Ask;
  readonly askOrigin: AskOrigin;
  readonly embedLoader: EmbedLoader;
  /** Whether this one, in front of the proxy, may say for whom it asks. */
  readonly isTrusted: (peer: Peer) => boolean;
  readonly log: Log;
  readonly markup?: PageMarkup | undefined;
}

/**
 * Passes the owner's pages through, with the visitor's record in them. Record and page are asked for at once; a record
 * that is late or missing holds nothing back for longer than its budget.
 *
 * @param target the path and query as they were sent, where the host knows them; a `Request` has resolved them.
 */
export function createPages({
  settings,
  path,
  ask,
  askOrigin,
  embedLoader,
  isTrusted,
  log,
  markup,
}: PagesParts): (request: Request, peer: Peer, target?: string) => Promise<Response> {
  return async (request, peer, target) => {
    // `fetch` can pass none on, and an answer without it would be another request's.
    if (request.body !== null && /^(GET|HEAD)$/.test(request.method))
      return plain(400, 'A page is asked for without a body.');
    if (request.headers.has(passedHeader)) return plain(508, "The pages' server of the proxy leads back to the proxy.");
    const { origin, host, pathname, search } = new URL(request.url);
    if (settings.hosts?.has(host) === false) return plain(421, 'These pages are not at this host.');
    const asPage = asksForPage(request) && settings.when(request);
    const asked =
      asPage && request.method === 'GET' ? askForPage(ask, request, peer, path, settings.budgetMs) : undefined;
    const headers = originHeaders(request, asPage, {
      address: peer.ip,
      trusted: isTrusted(peer),
      hostIsKnown: settings.hosts !== undefined,
    });
    // The pages' server does not hear what the visitor has chosen.
    if (settings.choiceCookie !== undefined) withoutChoice(headers, settings.choiceCookie);
    let response: Response;
    try {
      // Put together as text: resolved, a path such as `//other.example/` would name another host, and `/a/%2e%2e/b` would pass a rule for `/b` in front.
      response = await askOrigin(settings.origin + (target ?? pathname + search), request, headers, asPage);
    } catch (error) {
      if (!request.signal.aborted) log(`502 The pages' server cannot be reached. < ${String(error)}`, 'error');
      return plain(502, 'This page cannot be reached at the moment.');
    }
    if (!asPage || !isWholePage(response.status, response.headers) || response.headers.has('content-encoding'))
      return answer(response, passedHeaders(response.headers, settings.origin, origin));
    return writeVisitorPage(response, request, await asked, { embedLoader, markup });
  };
}

function answer({ body, status, statusText }: Response, headers: Headers): Response {
  return new Response(body, { status, statusText, headers });
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
