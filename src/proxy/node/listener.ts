import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hasBody } from '../../http/message.ts';
import { type AbortSignalLike, PlainAbortController } from '../record/abort-signal-like.ts';
import { isCacheHeader } from '../request/cache-headers.ts';
import { describeFailure, logToStandardError } from '../log.ts';
import { type PlainResponse, errorResponse } from '../request/plain-response.ts';
import { ProxyError } from '../request/proxy-error.ts';
import type { Peer, VisitorRequest } from '../request/visitor-request.ts';
import { hasLeft, hostPattern } from './message.ts';

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
  // Some look right and are no host: 127.0.0.999, localhost:99999.
  if (!hostPattern.test(headers.host ?? '') || !URL.canParse(`http://${headers.host}`))
    return 'The request must name one host.';
  return hasBody(incoming) ? 'A request has no body here.' : undefined;
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
  // A list, which Node writes as it is: an object would be copied for one more header.
  const head: string[] = [];
  for (const [name, value] of Object.entries(headers)) head.push(name, value);
  if (body !== null) head.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, head).end(body ?? undefined);
}
