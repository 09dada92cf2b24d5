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
import { log } from './log.ts';
import { badRequest, parserError, refusal } from './refusals.ts';
import type { RequestHeaders, ServiceRequest } from './request.ts';
import type { ServiceResponse } from './response.ts';
import type { Service } from './service.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly timeouts?: Timeouts;
  /** The most open connections; more are refused. */
  readonly maxConnections?: number;
}

/** In milliseconds. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headers: number;
  /** For a whole request. */
  readonly request: number;
  /**
   * Between two requests on one connection: longer than load balancers keep theirs (60 s), so that they close first.
   */
  readonly keepAlive: number;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Still responds, but with `Connection: close`, so that a load balancer moves its connections to other copies. */
  drain(): void;
  /** Accepts no new connections, gives running requests time to finish, then closes the other connections. */
  close(graceMilliseconds?: number): Promise<void>;
}

/**
 * Serves over `node:http`. What Node itself refuses (bad request lines, long or slow headers) gets a JSON response,
 * too.
 */
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
    // Node's own response would have no body. `refusal` checks the header instead.
    requireHostHeader: false,
  });
  server.maxConnections = mostConnections(maxConnections, { reserved: reservedDescriptors });
  watchDroppedConnections(server, () => reportDropped(server));
  const state = { isDraining: false };
  const turns = new RequestsInTurn();
  const handle = turns.listener((incoming, outgoing) => {
    outgoing.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
    // An unread body can't be told apart from the next request.
    if (state.isDraining || !server.listening || hasBody(incoming)) outgoing.shouldKeepAlive = false;
    handleRequest(service, incoming, outgoing);
  });
  server.on('request', handle);
  // Respond at once. Node would ask the client to send the body first, or respond with its own 417.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  refuseBadConnections(server, service, turns);
  await started(server, host, port);
  // A connection that can't be opened must not end the process. `watchDescriptors` reports it.
  server.on('error', () => undefined);
  server.once('close', watchDescriptors(reportDescriptors));
  return {
    url: urlOf(server),
    drain() {
      state.isDraining = true;
    },
    close: (graceMilliseconds = 10_000) => closed(server, graceMilliseconds),
  };
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 15_000, keepAlive: 65_000 };

function handleRequest(service: Service, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const id = requestIdOf(incoming.headers[requestIdHeader]);
  const write = ({ status, headers, body }: ServiceResponse) => {
    outgoing.writeHead(status, { ...headers, [requestIdHeader]: id, 'content-length': Buffer.byteLength(body) });
    outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  };
  const refused = refusal(incoming);
  if (refused === undefined) void service.handle(requestOf(incoming, id)).then(write);
  else write(service.refuse(refused));
}

/** Responds to tunnels, and to bytes that Node can't parse. */
function refuseBadConnections(server: Server, service: Service, turns: RequestsInTurn): void {
  server.on('connect', (_incoming, socket) =>
    refuseTunnel(socket, turns.lastOn(socket), () => service.refuse(badRequest('This is not a proxy.'))),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isUnreadable = error.code?.startsWith('HPE_') === true;
    if (isUnreadable && turns.finish(socket)) return;
    const before = turns.lastOn(socket);
    if (before === undefined) writeRefusal(socket, service.refuse(parserError(error)));
    // An earlier request may have been carried out: its caller must get the response. The connection closes after it.
    else if (isUnreadable) before.shouldKeepAlive = false;
    else socket.destroy();
  });
}

function requestOf({ method = '', url = '', headers, socket }: IncomingMessage, id: string): ServiceRequest {
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
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  has(name: string): boolean {
    return this.#headers[name] !== undefined;
  }
}

/** For files, databases and everything else that is not a caller's connection. */
const reservedDescriptors = 100;

function reportDescriptors(hasOne: boolean): void {
  if (hasOne) {
    log('connections and files can be opened again', 'info');
    return;
  }
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
