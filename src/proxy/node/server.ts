import { type RequestListener, type Server, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { hasDescriptor, mostConnections, watchDescriptors } from '../../http/descriptors.ts';
import { type Refusal, refuseTunnel, watchDroppedConnections, writeRefusal } from '../../http/refused-connections.ts';
import { RequestsInTurn } from '../../http/requests-in-turn.ts';
import { getVisitorData } from '../../record/operations.ts';
import { type Log, logToStandardError } from '../log.ts';
import { errorResponse } from '../plain-response.ts';
import { ProxyError } from '../proxy-error.ts';
import { writeResponse } from './listener.ts';
import { asksReadiness, readinessResponse } from './readiness.ts';

const serverOptions = {
  // A visitor's request has a few hundred bytes and no body, so it arrives at once or not at all.
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Let the listener refuse several Host headers or none: Node would take the first, or respond without a body.
  joinDuplicateHeaders: true,
  requireHostHeader: false,
} as const;

/** Longest time for a request with a body to arrive. */
const uploadMs = 300_000;

const maxConnections = 10_000;

/** For connections to the service, and for files. */
const reservedDescriptors = 356;

/** How long a visitor may read nothing of a response. */
const stalledMs = 60_000;

/** Between two requests on one connection. Browsers send only one. */
const keepAliveMs = 5_000;

/**
 * Longer than load balancers keep theirs (60 s), so that they close first. Otherwise one may send a request while the
 * proxy closes, and respond with 502.
 */
const keepAliveBehindServersMs = 65_000;

/** How long responses under way may take after the server has stopped accepting connections. */
const drainMs = 10_000;

export interface ServerOptions {
  /** Whether requests have bodies: in front of pages with forms and uploads. Default no. */
  readonly bodies?: boolean;
  /** Whether connections come from the owner's servers, which keep them open for many visitors. Default no. */
  readonly behindServers?: boolean;
  /** Gets a message when connections are refused, at most once a minute. Default standard error. */
  readonly log?: Log;
  /** More that `/geolet-ready` says, such as how old the data are. */
  readonly facts?: () => Readonly<Record<string, unknown>>;
}

/** Servers that are stopping. */
const stopping = new WeakSet<Server>();

/**
 * Creates a `node:http` server with all limits set. It responds in the contract's error shape where Node's parser
 * refuses a request, and says at `/geolet-ready` whether it wants more requests.
 */
export function createNodeServer(
  listener: RequestListener,
  { bodies = false, behindServers = false, log = logToStandardError, facts = () => ({}) }: ServerOptions = {},
): Server {
  const turns = new RequestsInTurn();
  const handle: RequestListener = (incoming, outgoing) => {
    if (stopping.has(server) || !server.listening) outgoing.shouldKeepAlive = false;
    if (asksReadiness(incoming))
      writeResponse(outgoing, readinessResponse(stopping.has(server), hasDescriptor(), facts()));
    else listener(incoming, outgoing);
  };
  const keepAliveTimeout = behindServers ? keepAliveBehindServersMs : keepAliveMs;
  const server = createServer(
    { ...serverOptions, keepAliveTimeout, ...(bodies && { requestTimeout: uploadMs }) },
    turns.listener(handle),
  );
  server.maxConnections = mostConnections(maxConnections, { reserved: reservedDescriptors, each: bodies ? 2 : 1 });
  // If nothing handles this event, Node invites a body that may be refused afterwards.
  const invite: RequestListener = (incoming, outgoing) => {
    if (bodies) outgoing.writeContinue();
    handle(incoming, outgoing);
  };
  server.on('checkContinue', turns.listener(invite));
  server.on('checkExpectation', turns.listener(handle));
  server.on('connect', (_incoming, socket) => refuseTunnel(socket, turns.lastOn(socket), tunnelRefusal));
  closeStalled(server, turns);
  refuseInvalid(server, turns);
  reportLimits(server, log);
  return server;
}

/** Closes connections on which nothing happens, unless a response is being made or is a stream with nothing to send. */
function closeStalled(server: Server, turns: RequestsInTurn): void {
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (turns.lastOn(socket) === undefined || socket.writableLength > 0) socket.destroy();
  });
}

/**
 * Responds to what Node's parser refuses, but never twice to one request: the second response would be taken for the
 * next request's.
 */
function refuseInvalid(server: Server, turns: RequestsInTurn): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (turns.finish(socket)) return;
    const response = turns.lastOn(socket);
    if (response?.writableEnded === true) response.shouldKeepAlive = false;
    else if (error.code === 'ECONNRESET' || response?.headersSent === true) socket.destroy();
    else writeRefusal(socket, toRefusal(parserError(error.code)));
  });
}

function reportLimits(server: Server, log: Log): void {
  watchDroppedConnections(server, () =>
    log(
      `${server.maxConnections} connections are open, and more are refused. If that many visitors come, let a ` +
        'server in front share its connections, or start another copy; if they are fewer than 10,000, raise the ' +
        'limit of open files (ulimit -n).',
      'error',
    ),
  );
  const reportDescriptors = (hasOne: boolean): void => {
    if (hasOne) log('Connections and files can be opened again.', 'info');
    else
      log(
        'No more connections or files can be opened, and new connections are closed. Raise the limit (ulimit -n, ' +
          'LimitNOFILE= of systemd), or start another copy.',
        'error',
      );
  };
  server.once('listening', () => server.once('close', watchDescriptors(reportDescriptors)));
}

function tunnelRefusal(): Refusal {
  return toRefusal(
    new ProxyError(405, 'This is not a proxy to other hosts.', { headers: { allow: getVisitorData.allow } }),
  );
}

function toRefusal(error: ProxyError): Refusal {
  const { status, headers, body } = errorResponse(error);
  return { status, headers, body: String(body) };
}

function parserError(code: string | undefined): ProxyError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ProxyError(431, "The request's headers are too large.");
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProxyError(408, 'The request did not arrive in time.');
  return new ProxyError(400, 'The request is not valid HTTP.');
}

/**
 * Stops a server in order. First it goes on, but `/geolet-ready` says no and every response closes its connection, so
 * that load balancers go elsewhere. Then it accepts no more connections, lets responses under way finish, and closes
 * idle connections.
 *
 * @param waitMs how long the first part lasts.
 * @returns resolves when all connections are closed.
 */
export async function drain(server: Server, waitMs = 0): Promise<void> {
  stopping.add(server);
  if (waitMs > 0) await pause(waitMs);
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const force = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(force);
      resolve();
    });
  });
}
