import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mostConnections, openFilesLimit, watchDescriptors } from '../http/descriptors.ts';
import { hasBody } from '../http/message.ts';
import { refuseTunnel, watchDroppedConnections, writeRefusal } from '../http/refused-connections.ts';
import { requestIdHeader, requestIdOf } from '../http/request-id.ts';
import { RequestsInTurn } from '../http/requests-in-turn.ts';
import type { Answer } from './answer.ts';
import { log } from './log.ts';
import type { Question, RequestHeaders } from './question.ts';
import { badRequest, parserError, refusal } from './refusals.ts';
import type { Service } from './service.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly timeouts?: Timeouts;
  /** At a time; more are refused. */
  readonly maxConnections?: number;
}

/** In milliseconds. */
export interface Timeouts {
  /** Until the head of a request has come. */
  readonly headers: number;
  /** Until all of it has come. */
  readonly request: number;
  /** Between two requests on one connection: longer than load balancers keep theirs (60 s), so that they close first. */
  readonly keepAlive: number;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Goes on answering, and asks each client to come back on another connection: a load balancer has time to go elsewhere. */
  drain(): void;
  /** Takes no more connections, lets requests at work finish for a while, then closes what is left. */
  close(graceMilliseconds?: number): Promise<void>;
}

/** Serves over `node:http`. Also what Node refuses by itself (bad request lines, long or slow headers) is answered as JSON. */
export async function listen(
  service: Service,
  { host, port, timeouts = defaultTimeouts, maxConnections = 10_000 }: ListenOptions,
): Promise<RunningServer> {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: Math.min(1000, timeouts.headers),
    // Node would answer without a body; `refusal` sees to it.
    requireHostHeader: false,
  });
  server.maxConnections = mostConnections(maxConnections, { reserved: reservedDescriptors });
  watchDroppedConnections(server, () => reportDropped(server));
  const turns = new RequestsInTurn();
  let isDraining = false;

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
    // What follows an unread body can't be told from it.
    if (isDraining || !server.listening || hasBody(incoming)) outgoing.shouldKeepAlive = false;
    const refused = refusal(incoming);
    const id = requestIdOf(incoming.headers[requestIdHeader]);
    const write = (answer: Answer) => writeAnswer(outgoing, answer, id, incoming.method === 'HEAD');
    if (refused === undefined) void service.answer(questionOf(incoming, id)).then(write);
    else write(service.refuse(refused));
  };
  const inTurn = turns.listener(handle);
  server.on('request', inTurn);
  // Answered at once rather than asked to send the body first, or with Node's own 417.
  server.on('checkContinue', inTurn);
  server.on('checkExpectation', inTurn);
  server.on('connect', (_incoming, socket) =>
    refuseTunnel(socket, turns.lastOn(socket), () => service.refuse(badRequest('This is no proxy.'))),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isUnreadable = error.code?.startsWith('HPE_') === true;
    if (isUnreadable && turns.finish(socket)) return;
    const before = turns.lastOn(socket);
    if (before === undefined) writeRefusal(socket, service.refuse(parserError(error)));
    // What came before is answered, and perhaps done already: the caller must hear of it. Then the connection closes.
    else if (isUnreadable) before.shouldKeepAlive = false;
    else socket.destroy();
  });
  await started(server, host, port);
  // A connection that can't be taken ends nothing: that no descriptor is left is told where it is watched.
  server.on('error', () => undefined);
  server.once('close', watchDescriptors(tellOfDescriptors));
  return {
    url: urlOf(server),
    drain: () => void (isDraining = true),
    close: (graceMilliseconds = 10_000) => closed(server, graceMilliseconds),
  };
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 15_000, keepAlive: 65_000 };

function questionOf({ method = '', url = '', headers, socket }: IncomingMessage, id: string): Question {
  const query = url.indexOf('?');
  return {
    method,
    path: query < 0 ? url : url.slice(0, query),
    headers: new NodeHeaders(headers),
    ip: socket.remoteAddress,
    id,
  };
}

class NodeHeaders implements RequestHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#headers[name] !== undefined;
  }
}

function writeAnswer(outgoing: ServerResponse, { status, headers, body }: Answer, id: string, isHead: boolean): void {
  outgoing.writeHead(status, { ...headers, [requestIdHeader]: id, 'content-length': Buffer.byteLength(body) });
  outgoing.end(isHead ? undefined : body);
}

/** For files, databases and what else is no caller's connection. */
const reservedDescriptors = 100;

function tellOfDescriptors(hasOne: boolean): void {
  if (hasOne) log('connections and files can be opened again', 'info');
  else
    log('no more connections or files can be opened; new connections are closed', 'error', {
      remedy: 'Raise the limit (ulimit -n, LimitNOFILE= of systemd), or start another copy.',
    });
}

function reportDropped(server: Server): void {
  log('connections are refused: as many are open as may be', 'error', {
    open: server.maxConnections,
    openFiles: openFilesLimit(),
  });
}

function started(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function closed(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
