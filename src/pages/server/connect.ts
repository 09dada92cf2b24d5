import type { OpenedProxy } from '../../proxy/proxy.ts';
import { isCacheHeader } from '../../proxy/request/cache-headers.ts';
import { visitorPageHeaders } from '../front/page-response.ts';
import { withoutHops } from '../front/page-request.ts';
import type { PlainResponse } from '../../proxy/request/plain-response.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import { HeldResponse, type PageReplacement } from './held-response.ts';
import { hideConditions } from './hidden-conditions.ts';
import type { NodeRequest, NodeResponse } from './node-http.ts';
import type { PageVisitor } from './page-visitor.ts';
import { pathOf, toWebRequest } from './web-request.ts';

/** Calls `next` for every request that it does not answer by itself. */
export type ConnectMiddleware = (incoming: NodeRequest, outgoing: NodeResponse, next: () => void) => void;

interface ConnectParts {
  readonly proxy: OpenedProxy;
  isPageView(request: Request): boolean;
  isWritable(page: { readonly status: number; readonly headers: Headers }): boolean;
  visitorFor(request: Request, peer: Peer): Promise<PageVisitor>;
  write(page: Response, visitor: PageVisitor): Promise<Response>;
}

/** Middleware for servers over `node:http`: what they send as a page is written for its visitor on its way. */
export function createConnectMiddleware(parts: ConnectParts): ConnectMiddleware {
  const { proxy, isPageView } = parts;
  const { log } = proxy.settings;
  // An application may have it twice, such as for a router of its own.
  const held = new WeakSet<NodeResponse>();
  return (incoming, outgoing, next) => {
    const left = new AbortController();
    const request = toWebRequest(incoming, left.signal);
    const peer = { ip: incoming.socket.remoteAddress ?? '' };
    const failed = (error: unknown): void => {
      if (!left.signal.aborted) log(`500 A page broke off on its way. < ${String(error)}`, 'error');
      outgoing.destroy();
    };
    if (proxy.isOwn(pathOf(incoming))) {
      outgoing.on('close', () => left.abort());
      proxy
        .respond(request, peer)
        .then((response) => send(response, outgoing))
        .catch(failed);
      return;
    }
    if (held.has(outgoing) || !isPageView(request)) return next();
    held.add(outgoing);
    outgoing.on('close', () => left.abort());
    const isUnchanged = hideConditions(incoming);
    // Asked for while the page is made. An answer to HEAD says nothing about its visitor.
    const visitor = request.method === 'GET' ? parts.visitorFor(request, peer) : undefined;
    new HeldResponse(outgoing, {
      failed,
      isUnchanged,
      take: (status, headers) => pageReplacement(parts, { status, headers }, visitor),
    }).hold();
    next();
  };
}

function pageReplacement(
  { isWritable, write }: ConnectParts,
  page: { readonly status: number; readonly headers: Headers },
  visitor: Promise<PageVisitor> | undefined,
): PageReplacement | undefined {
  if (!isWritable(page)) return undefined;
  // Those of the connection are its server's: `Connection: close` is how it ends one.
  const kept = withoutHops(page.headers);
  const headers = visitorPageHeaders(kept);
  for (const [name, value] of page.headers) if (!kept.has(name)) headers.append(name, value);
  if (!visitor) return { headers };
  return { headers, write: async (body) => (await write(new Response(body, page), await visitor)).body };
}

function send({ status, headers, body }: PlainResponse, outgoing: NodeResponse): void {
  outgoing.statusCode = status;
  for (const name of Object.keys(outgoing.getHeaders())) if (isCacheHeader(name)) outgoing.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (body === null) outgoing.end();
  else outgoing.end(body);
}
