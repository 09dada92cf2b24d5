import { toResponse } from '../../proxy/request/plain-response.ts';
import { describeFailure } from '../../proxy/log.ts';
import { isWholePage } from '../front/page-response.ts';
import { type PageOptions, readPageOptions } from '../front/page-options.ts';
import { recordForPage } from '../front/page-record.ts';
import { asksForPage } from '../front/page-request.ts';
import { createPersonalizePage } from '../front/personalize-page.ts';
import { openProxy, type ProxyOptions } from '../../proxy/proxy.ts';
import { pathAsSent, type Peer } from '../../proxy/request/visitor-request.ts';
import { type ConnectMiddleware, createConnectMiddleware } from './connect.ts';
import type { NodeRequest } from './node-http.ts';
import { PageVisitor } from './page-visitor.ts';
import { toWebRequest } from './web-request.ts';

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The proxy's options, and how pages are written. */
export interface ServerOptions extends ProxyOptions {
  readonly pages?: Omit<PageOptions, 'origin' | 'hosts' | 'passHeaders' | 'dropHeaders'> | undefined;
}

export interface Geolet {
  /**
   * Finds out who requests a page. Never rejects, and takes no longer than `budgetMs`. Call it as soon as the request
   * is there, and await it when the page is.
   *
   * @param peer the address at the other end of the connection. `IncomingMessage`, as in Express and `node:http`,
   *   brings it along.
   */
  visitorOf(request: Request, peer: Peer): Promise<PageVisitor>;
  visitorOf(request: NodeRequest): Promise<PageVisitor>;
  /**
   * Writes a page for its visitor. Of a `Response` it writes HTML with status 200 and sets the headers that keep it
   * out of caches. With a text or a stream these headers are yours to set: `cache-control: private, no-cache`.
   *
   * @param policy the page's `Content-Security-Policy` header, for a text or a stream.
   */
  writePage(page: Response, visitor: PageVisitor): Promise<Response>;
  writePage(page: string, visitor: PageVisitor, policy?: string): Promise<string>;
  writePage(page: Stream, visitor: PageVisitor, policy?: string): Promise<Stream>;
  /** Answers the record's path and the widget's files, and writes what `next` answers to all other requests. */
  handle(request: Request, peer: Peer, next: () => Response | Promise<Response>): Promise<Response>;
  /** The same as middleware for Express, Connect and `node:http`, after compression and before what makes pages. */
  readonly middleware: ConnectMiddleware;
}

/** Throws a TypeError when an option is wrong. */
export function createGeolet({ pages = {}, ...options }: ServerOptions): Geolet {
  const proxy = openProxy(options);
  const { log, warn } = proxy.settings;
  // The pages come from the very server that asks.
  const settings = readPageOptions({ ...pages, origin: 'http://localhost' });
  const personalize = createPersonalizePage(settings, proxy.settings);

  const visitorFor = async (request: Request, peer: Peer): Promise<PageVisitor> =>
    new PageVisitor(
      request,
      isPageView(request) ? await recordForPage(proxy, request, peer, settings.budgetMs) : undefined,
    );
  const isPageView = (request: Request): boolean => {
    try {
      return asksForPage(request) && settings.when(request);
    } catch (error) {
      log(`The option \`pages.when\` failed, so a page was sent as it is. ${describeFailure(error) ?? ''}`, 'error');
      return false;
    }
  };
  const isWritable = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean => {
    if (!isWholePage(status, headers)) return false;
    if (/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) return true;
    warn(compressed);
    return false;
  };
  const write = async (page: Response, { request, found }: PageVisitor): Promise<Response> =>
    isPageView(request) && isWritable(page) ? personalize(page, request, found) : page;
  const handle: Geolet['handle'] = async (request, peer, next) => {
    if (proxy.isOwn(pathAsSent(request.url))) return toResponse(await proxy.respond(request, peer));
    const visitor = visitorFor(request, peer);
    return write(await next(), await visitor);
  };
  function visitorOf(request: Request | NodeRequest, peer: Peer = { ip: '' }): Promise<PageVisitor> {
    if (request instanceof Request) return visitorFor(request, peer);
    return visitorFor(toWebRequest(request), { ip: request.socket.remoteAddress ?? '' });
  }

  function writePage(page: Response, visitor: PageVisitor): Promise<Response>;
  function writePage(page: string, visitor: PageVisitor, policy?: string): Promise<string>;
  function writePage(page: Stream, visitor: PageVisitor, policy?: string): Promise<Stream>;
  async function writePage(
    page: Response | string | Stream,
    visitor: PageVisitor,
    policy?: string,
  ): Promise<Response | string | Stream> {
    if (page instanceof Response) return write(page, visitor);
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
    if (policy !== undefined) headers.set('content-security-policy', policy);
    const written = await personalize(new Response(page, { headers }), visitor.request, visitor.found);
    return typeof page === 'string' ? written.text() : (written.body ?? page);
  }

  const middleware = createConnectMiddleware({ proxy, isPageView, isWritable, visitorFor, write });
  return { handle, middleware, visitorOf, writePage };
}

/** The order is the same in all of them: what is added first gets the page last. */
const compressed =
  'A page is compressed before Geolet gets it, so it is sent as it is. Add compression before Geolet: app.use(compression()), then app.use(geolet.middleware). In Fastify, add the compression package as an onRequest hook before that of Geolet, in place of @fastify/compress. docs/edge.md has the lines.';
