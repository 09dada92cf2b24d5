import { type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { getVisitorData } from '../../record/operations.ts';
import { hasDescriptor, mostConnections, watchDescriptors } from '../../http/descriptors.ts';
import { RequestsInTurn } from '../../http/requests-in-turn.ts';
import { errorAnswer } from '../answer.ts';
import { type Log, logToStandardError } from '../log.ts';
import { ProxyError } from '../proxy-error.ts';
import { writeAnswer } from './listener.ts';
import { asksReadiness, readinessAnswer } from './readiness.ts';

const serverOptions = {
  // A visitor's request is a few hundred bytes without a body, so all of it arrives at once or not at all.
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Node takes the first of several Host headers and answers a missing one without a body; joined or absent, the listener refuses both.
  joinDuplicateHeaders: true,
  requireHostHeader: false,
} as const;

/** Longest time for a request with a body to arrive. */
const uploadMs = 300_000;

const maxConnections = 10_000;

/** For connections to the service, and for files. */
const reservedDescriptors = 356;

/** How long a visitor may take nothing of what is sent. */
const stalledMs = 60_000;

/** Between two messages about the same. */
const tellEveryMs = 60_000;

/** Between two requests on one connection: browsers ask once. */
const keepAliveMs = 5_000;

/** Longer than load balancers keep theirs (60 s), so that they close first: else one may ask at the moment the proxy closes, and tell its visitor 502. */
const keepAliveBehindServersMs = 65_000;

/** Longest time in which a tunnel is refused, once what was asked before it has its answer. */
const tunnelMs = 5_000;

/** How long answers under way may take once no more connections are taken. */
const drainMs = 10_000;

export interface ServerOptions {
  /** Whether requests have bodies: in front of pages with forms and uploads. Default no. */
  readonly bodies?: boolean;
  /** Whether connections come from servers of the owner's, which keep them open for many visitors. Default no. */
  readonly behindServers?: boolean;
  /** Told once a minute when connections are refused. Default standard error. */
  readonly log?: Log;
}

/** Servers that were asked to stop. */
const stopping = new WeakSet<Server>();

/**
 * A `node:http` server with every limit set, which answers what the parser refuses in the contract's error shape, and says at
 * `/geolet-ready` whether more requests should come.
 */
export function createNodeServer(
  listener: RequestListener,
  { bodies = false, behindServers = false, log = logToStandardError }: ServerOptions = {},
): Server {
  const turns = new RequestsInTurn();
  const handle: RequestListener = (incoming, outgoing) => {
    if (stopping.has(server) || !server.listening) outgoing.shouldKeepAlive = false;
    if (asksReadiness(incoming)) writeAnswer(outgoing, readinessAnswer(stopping.has(server), hasDescriptor()));
    else listener(incoming, outgoing);
  };
  const keepAliveTimeout = behindServers ? keepAliveBehindServersMs : keepAliveMs;
  const server = createServer(
    { ...serverOptions, keepAliveTimeout, ...(bodies && { requestTimeout: uploadMs }) },
    turns.listener(handle),
  );
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    // While an answer is made, or is a stream that has nothing to say, nobody is to blame.
    if (turns.lastOn(socket) === undefined || socket.writableLength > 0) socket.destroy();
  });
  server.maxConnections = mostConnections(maxConnections, { reserved: reservedDescriptors, each: bodies ? 2 : 1 });
  tellOfRefused(server, log);
  server.once('listening', () => server.once('close', watchDescriptors(tellOfDescriptors(log))));
  // Without this Node invites a body that may then be refused.
  const invite: RequestListener = (incoming, outgoing) => {
    if (bodies) outgoing.writeContinue();
    handle(incoming, outgoing);
  };
  server.on('checkContinue', turns.listener(invite));
  server.on('checkExpectation', turns.listener(handle));
  server.on('connect', (_incoming, socket) => refuseTunnel(socket, turns.lastOn(socket)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (turns.finish(socket)) return;
    // One request has one answer: a second would be taken for the next request's.
    const answer = turns.lastOn(socket);
    if (answer?.writableEnded === true) answer.shouldKeepAlive = false;
    else if (error.code === 'ECONNRESET' || answer?.headersSent === true) socket.destroy();
    else refuse(socket, toProxyError(error.code));
  });
  return server;
}

/** Node closes what is above the limit without a word. */
function tellOfRefused(server: Server, log: Log): void {
  let toldAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    log(
      `${server.maxConnections} connections are open, and more are refused. If so many visitors come, let a server in front share its connections, or start another copy; if they are fewer than 10,000, raise the limit of open files (ulimit -n).`,
      'error',
    );
  });
}

function tellOfDescriptors(log: Log): (hasOne: boolean) => void {
  return (hasOne) => {
    if (hasOne) log('Connections and files can be opened again.', 'info');
    else
      log(
        'No more connections or files can be opened, and new connections are closed. Raise the limit (ulimit -n, LimitNOFILE= of systemd), or start another copy.',
        'error',
      );
  };
}

/**
 * Node hands the connection over: what goes wrong with it would end the process, and it would stay open for as long as the other side
 * likes. What was asked on it before is answered first, if that takes less than a minute: Node no longer looks who takes their answer.
 * https://nodejs.org/docs/latest-v20.x/api/http.html#event-connect
 */
function refuseTunnel(socket: Duplex, before: ServerResponse | undefined): void {
  let end = setTimeout(() => socket.destroy(), stalledMs);
  socket
    .on('error', () => {})
    .on('finish', () => socket.destroy())
    .on('close', () => clearTimeout(end));
  const answer = (): void => {
    clearTimeout(end);
    if (socket.destroyed) return;
    end = setTimeout(() => socket.destroy(), tunnelMs);
    refuse(
      socket,
      new ProxyError(405, 'This is no proxy to other hosts.', { headers: { allow: getVisitorData.allow } }),
    );
  };
  if (before === undefined) answer();
  else before.on('close', answer);
}

/** Where there is no request to answer. */
function refuse(socket: Duplex, error: ProxyError): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = errorAnswer(error);
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body ?? '')),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${String(body)}`);
}

function toProxyError(code: string | undefined): ProxyError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ProxyError(431, "The request's headers are too large.");
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProxyError(408, 'The request did not arrive in time.');
  return new ProxyError(400, 'The request is not valid HTTP.');
}

/**
 * Ends a server in order. First it goes on as before, but `/geolet-ready` says no and each answer closes its connection, so that
 * load balancers go elsewhere. Then it takes no more connections, lets answers under way finish, and closes what falls idle.
 *
 * @param waitMs how long the first part lasts.
 * @returns resolves when all connections are gone.
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
