import type { Log } from '../log.ts';
import type { Peer } from '../visitor-request.ts';
import { withoutChoice } from './choice-cookie.ts';
import type { EmbedLoader } from './embedded-loader.ts';
import { embeddedRecord } from './embedded-record.ts';
import { HeadInsertion } from './head-insertion.ts';
import type { PageSettings } from './page-options.ts';
import { type Respond, recordForPage } from './page-record.ts';
import { asksForPage, originHeaders, passedHeader } from './page-request.ts';
import { isWholePage, passedHeaders, visitorPageHeaders } from './page-response.ts';

/**
 * Sends one request to the pages' server and does not follow redirects. The body of a page comes decoded.
 *
 * @param url the whole URL at the pages' server.
 */
export type AskOrigin = (url: string, request: Request, headers: Headers, asPage: boolean) => Promise<Response>;

/** Writes a page's markup for its visitor while it streams, on hosts that can. */
export interface PageMarkup {
  /** Attributes of the record's block. They say to the widget that the page is written already. */
  readonly marks: string;
  rewrite(page: Response, request: Request, record: string): Response;
}

export interface PagesParts {
  readonly settings: PageSettings;
  /** The path of the record. */
  readonly path: string;
  readonly respond: Respond;
  readonly askOrigin: AskOrigin;
  readonly embedLoader: EmbedLoader;
  /** Whether this server in front of the proxy may name the visitor. */
  readonly isTrusted: (peer: Peer) => boolean;
  readonly log: Log;
  readonly markup?: PageMarkup | undefined;
  /** The cookie with the visitor's choice, which the pages' server does not get. */
  readonly choiceCookie?: string | undefined;
}

/** @param target the path and query as they were sent, if the host knows them; a `Request` has resolved them. */
export type Pages = (request: Request, peer: Peer, target?: string) => Promise<Response>;

/**
 * Passes the owner's pages through and puts the visitor's record into them. Asks for the record and the page at the
 * same time. A page does not wait for a record longer than its budget.
 */
export function createPages(parts: PagesParts): Pages {
  const { settings, path, respond, askOrigin, isTrusted, log, choiceCookie } = parts;
  return async (request, peer, target) => {
    const refused = refusal(request, settings);
    if (refused !== undefined) return refused;
    const { pathname, search } = new URL(request.url);
    const asPage = asksForPage(request) && settings.when(request);
    const { budgetMs } = settings;
    const record =
      asPage && request.method === 'GET' ? recordForPage(respond, request, peer, { path, budgetMs }) : undefined;
    const headers = originHeaders(request, asPage, {
      address: peer.ip,
      trusted: isTrusted(peer),
      hostIsKnown: settings.hosts !== undefined,
    });
    if (choiceCookie !== undefined) withoutChoice(headers, choiceCookie);
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
    return forVisitor(response, request, await record, parts);
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

async function forVisitor(
  response: Response,
  request: Request,
  record: string | undefined,
  { embedLoader, markup }: PagesParts,
): Promise<Response> {
  const page = withHeaders(response, visitorPageHeaders(response.headers));
  const loader = request.method === 'GET' ? await embedLoader(response.headers.get('content-security-policy')) : '';
  if (record === undefined) return insertInHead(page, loader);
  const embedded = embeddedRecord(record, Date.now(), markup?.marks) + loader;
  return insertInHead(markup ? markup.rewrite(page, request, record) : page, embedded);
}

function withHeaders({ body, status, statusText }: Response, headers: Headers): Response {
  return new Response(body, { status, statusText, headers });
}

function insertInHead(page: Response, text: string): Response {
  if (!text || !page.body) return page;
  const insertion = new HeadInsertion(text);
  const transform = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => insertion.push(chunk).forEach((part) => controller.enqueue(part)),
    flush: (controller) => insertion.end().forEach((part) => controller.enqueue(part)),
  });
  return new Response(page.body.pipeThrough(transform), page);
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
