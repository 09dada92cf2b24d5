import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hasBody } from '../../http/message.ts';
import {
  type AbortSignalLike,
  PlainAbortController,
  type Peer,
  type VisitorRequest,
} from '../request/visitor-request.ts';
import { isCacheHeader } from '../request/cache-headers.ts';
import { describeFailure, logToStandardError } from '../log.ts';
import { type PlainResponse, errorResponse } from '../request/plain-response.ts';
import { ProxyError } from '../request/proxy-error.ts';

/** The type of what `createProxy` and `createResponder` return, and of anything that wraps it. */
export type Handler = (request: VisitorRequest, peer: Peer) => Promise<Response | PlainResponse>;

/**
 * Makes a listener for `node:http` of a handler, for a server or as middleware. The peer is the other end of the
 * socket. Requests that Node accepts although no browser sends them get a 400.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function toNodeListener(handler: Handler): RequestListener {
  return (incoming, outgoing) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      logToStandardError(describeFailure(error) ?? 'A request was not answered.', 'error');
      writeResponse(outgoing, errorResponse(error));
    });
  };
}

async function respond(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (hasLeft(incoming)) return void incoming.socket.destroy();
  const problem = findProblem(incoming);
  if (problem !== undefined) {
    outgoing.shouldKeepAlive = false;
    return writeResponse(outgoing, errorResponse(new ProxyError(400, problem)));
  }
  const result = await handler(new NodeVisitorRequest(incoming, outgoing), { ip: incoming.socket.remoteAddress ?? '' });
  writeResponse(outgoing, result instanceof Response ? await toPlainResponse(result) : result);
}

function findProblem(incoming: IncomingMessage): string | undefined {
  const { url = '', headers } = incoming;
  if (!url.startsWith('/')) return 'The request target must be a path.';
  if (!isHost(headers.host ?? '')) return 'The request must name one host.';
  return hasBody(incoming) ? 'A request has no body here.' : undefined;
}

/** The last one that was right: nearly all requests are for one site. */
let knownHost = '';

/** Some look right and are no host: 127.0.0.999, localhost:99999. */
function isHost(host: string): boolean {
  if (host !== '' && host === knownHost) return true;
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`)) return false;
  knownHost = host;
  return true;
}

/**
 * A class, because each object literal with a getter has a hidden class of its own, which keeps the request in memory.
 */
class NodeVisitorRequest implements VisitorRequest {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly method: string;
  readonly url: string;
  #signal: AbortSignalLike | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? 'GET';
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
    // Joined as text: a target such as `//other.example`, resolved against the host, would name another host.
    this.url = `${scheme}://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`;
  }

  get headers(): this {
    return this;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  }

  /** Created when it is first read, because a response from the cache needs none. */
  get signal(): AbortSignalLike {
    this.#signal ??= abortOnLeave(this.#outgoing);
    return this.#signal;
  }
}

function abortOnLeave(outgoing: ServerResponse): AbortSignalLike {
  const controller = new PlainAbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  if (outgoing.destroyed) controller.abort();
  return controller;
}

async function toPlainResponse(response: Response): Promise<PlainResponse> {
  const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

export function writeResponse(outgoing: ServerResponse, { status, headers, body }: PlainResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  // What other middleware has told caches about every response does not hold for one visitor's.
  if (headers['surrogate-control'] === 'no-store')
    for (const name of outgoing.getHeaderNames()) if (isCacheHeader(name)) outgoing.removeHeader(name);
  // Not a list, although Node writes one sooner: the middleware `compression`, which Next.js has too, misreads a flat one.
  const head = body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, head).end(body ?? undefined);
}

/** One host, with or without a port: a valid `Host` header. */
export const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the end of the body can be found. https://www.rfc-editor.org/rfc/rfc9112#section-6.1 */
export function isFramed({ headers }: IncomingMessage): boolean {
  return /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '');
}

/**
 * Whether the visitor has closed the connection right after the request. Then the system knows no peer address any
 * more. A Unix socket has none either, but it has no local address.
 */
export function hasLeft({ socket }: IncomingMessage): boolean {
  return socket.destroyed || (socket.remoteAddress === undefined && socket.localAddress !== undefined);
}
