import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, errorAnswer } from '../answer.ts';
import { type Cancellation, Canceller } from '../cancellation.ts';
import { describeFailure, logToStandardError } from '../log.ts';
import { ProxyError } from '../proxy-error.ts';
import type { Peer, VisitorRequest } from '../visitor-request.ts';
import { hasBody } from '../../http/message.ts';
import { hasLeft, hostPattern } from './message.ts';

/** What `createProxy` and `createAnswerer` return, and anything around them. */
export type Handler = (request: VisitorRequest, peer: Peer) => Promise<Response | Answer>;

/**
 * Puts a handler behind `node:http`: as the listener of a server, or as middleware. The peer is the socket's. What Node lets
 * through although no browser sends it is refused here. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function toNodeListener(handler: Handler): RequestListener {
  return (incoming, outgoing) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      logToStandardError(describeFailure(error) ?? 'A request was not answered.', 'error');
      writeAnswer(outgoing, errorAnswer(error));
    });
  };
}

async function respond(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (hasLeft(incoming)) return void incoming.socket.destroy();
  const problem = findProblem(incoming);
  if (problem !== undefined) {
    outgoing.shouldKeepAlive = false;
    return writeAnswer(outgoing, errorAnswer(new ProxyError(400, problem)));
  }
  const result = await handler(new NodeVisitorRequest(incoming, outgoing), { ip: incoming.socket.remoteAddress ?? '' });
  writeAnswer(outgoing, result instanceof Response ? await toAnswer(result) : result);
}

function findProblem(incoming: IncomingMessage): string | undefined {
  const { url = '', headers } = incoming;
  if (!url.startsWith('/')) return 'The request target must be a path.';
  if (!hostPattern.test(headers.host ?? '')) return 'The request must name one host.';
  return hasBody(incoming) ? 'A request has no body here.' : undefined;
}

/** A class, since an accessor in an object literal costs each object a shape of its own, which holds on to the request. */
class NodeVisitorRequest implements VisitorRequest {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly method: string;
  readonly url: string;
  #signal: Cancellation | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? 'GET';
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
    // Joined as text: resolved against the host, a target such as `//other.example` would name another one.
    this.url = `${scheme}://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`;
  }

  get headers(): this {
    return this;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  }

  /** Made when first asked for: an answer that needs no waiting needs no signal. */
  get signal(): Cancellation {
    return (this.#signal ??= cancelOnLeave(this.#outgoing));
  }
}

function cancelOnLeave(outgoing: ServerResponse): Cancellation {
  const canceller = new Canceller();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) canceller.abort();
  });
  if (outgoing.destroyed) canceller.abort();
  return canceller;
}

async function toAnswer(response: Response): Promise<Answer> {
  const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

export function writeAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(status, body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body ?? undefined);
}
