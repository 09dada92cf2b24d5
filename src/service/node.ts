import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type Answer, errorAnswer, toResponse } from './answer.ts';
import { badRequest, hasBody, parserError, refusal } from './refusals.ts';
import type { Service } from './service.ts';
import type { ServiceError } from './service-error.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly timeouts?: Timeouts;
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
  /** Takes no more connections, lets requests at work finish for a while, then closes what is left. */
  close(graceMilliseconds?: number): Promise<void>;
}

/** Serves over `node:http`. Also what Node refuses by itself (bad request lines, long or slow headers) is answered as JSON. */
export async function listen(service: Service, { host, port, timeouts = defaultTimeouts }: ListenOptions): Promise<RunningServer> {
  const answer = getRequestListener((request, { incoming }) => service(request, { ip: incoming.socket.remoteAddress }), {
    // For HTTP/1.0, which needs no Host header.
    hostname: host,
    errorHandler: (error) => toResponse(errorAnswer(error instanceof RequestError ? badRequest('Its address is malformed.') : error)),
  });
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: Math.min(1000, timeouts.headers),
    // Node would answer without a body; `refusal` sees to it.
    requireHostHeader: false,
  });
  server.maxConnections = 10_000;
  const inFlight = new WeakSet<Duplex>();

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    inFlight.add(incoming.socket);
    outgoing.on('close', () => {
      inFlight.delete(incoming.socket);
      if (!server.listening) server.closeIdleConnections();
    });
    // What follows an unread body can't be told from it.
    if (!server.listening || hasBody(incoming)) outgoing.shouldKeepAlive = false;
    const refused = refusal(incoming);
    if (refused === undefined) void answer(incoming, outgoing);
    else writeAnswer(outgoing, errorAnswer(refused), incoming.method === 'HEAD');
  };
  server.on('request', handle);
  // Answered at once rather than asked to send the body first, or with Node's own 417.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (_incoming, socket) => endSocket(socket, badRequest('This is no proxy.')));
  server.on('clientError', (error, socket) => {
    if (inFlight.has(socket)) socket.destroy();
    else endSocket(socket, parserError(error));
  });
  await started(server, host, port);
  return { url: urlOf(server), close: (graceMilliseconds = 10_000) => closed(server, graceMilliseconds) };
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 15_000, keepAlive: 65_000 };

function writeAnswer(outgoing: ServerResponse, { status, headers, body }: Answer, isHead: boolean): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(isHead ? undefined : body);
}

function endSocket(socket: Duplex, error: ServiceError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error);
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) }).map(([name, value]) => `${name}: ${value}`);
  // No reason phrase: it is optional, and `message` in the body says it.
  socket.end(`HTTP/1.1 ${status} \r\n${lines.join('\r\n')}\r\n\r\n${body}`);
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
