import type { Log } from '../log.ts';
import type { Peer } from '../visitor-request.ts';
import { HeldResponse } from './held-response.ts';
import type { NodeRequest, NodeResponse } from './node-http.ts';

/** Calls `next` for every request that it does not answer by itself. */
export type ConnectMiddleware = (incoming: NodeRequest, outgoing: NodeResponse, next: () => void) => void;

export interface ConnectParts {
  /** Whether the path is the record's, or that of a widget's file. */
  isOwn(path: string): boolean;
  asksForPage(request: Request): boolean;
  handle(request: Request, peer: Peer, next: () => Promise<Response>): Promise<Response>;
  readonly log: Log;
}

/** Middleware for servers over `node:http`: what they send as a page is written for its visitor on its way. */
export function createConnectMiddleware({ isOwn, asksForPage, handle, log }: ConnectParts): ConnectMiddleware {
  return (incoming, outgoing, next) => {
    const request = toWebRequest(incoming, outgoing);
    const isRecord = isOwn(pathOf(incoming));
    if (!isRecord && !asksForPage(request)) return next();
    // What is made for one visitor now is never equal to what was sent before.
    if (!isRecord) for (const name of conditional) delete incoming.headers[name];
    const held = new HeldResponse(outgoing, incoming.method === 'HEAD');
    const peer = { ip: incoming.socket.remoteAddress ?? '' };
    const answered = handle(request, peer, () => {
      held.start();
      next();
      return held.page();
    });
    answered
      .then((response) => held.send(response))
      .catch((error: unknown) => {
        if (!request.signal.aborted) log(`500 A page broke off on its way. < ${String(error)}`, 'error');
        outgoing.destroy();
      });
  };
}

const conditional = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];

function pathOf({ url, originalUrl }: NodeRequest): string {
  return (originalUrl ?? url ?? '').replace(/\?.*/s, '');
}

/** Without its body, which is the page's to read. */
export function toWebRequest(incoming: NodeRequest, outgoing?: NodeResponse): Request {
  const { method = 'GET', url = '/', originalUrl, headers, socket } = incoming;
  const controller = new AbortController();
  outgoing?.on('close', () => controller.abort());
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':')) sent.set(name, Array.isArray(value) ? value.join(', ') : value);
  const scheme = socket.encrypted === true ? 'https' : 'http';
  const host = sent.get('host') ?? 'localhost';
  const base = URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host}` : 'http://localhost';
  return new Request(new URL(base + (originalUrl ?? url)), {
    method: /^(GET|HEAD)$/.test(method) ? method : 'POST',
    headers: sent,
    signal: controller.signal,
  });
}
