import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.ts';
import { type DescriptorNeeds, mostConnections, watchDescriptors } from './descriptors.ts';
import { isDraining } from './drain.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type Refusal, type Refused, refusedBy, tunnel } from './refusal.ts';

export interface HardenedServerOptions {
  readonly handle: RequestListener;
  /** Gives what is refused before it becomes a request the shape of the program's errors. */
  readonly refuse: (refused: Refused) => Refusal;
  /** Gets a message when connections can't be taken, at most once a minute. */
  readonly log: (message: string, level: 'info' | 'error') => void;
  readonly limits?: Partial<Limits>;
  readonly descriptors: DescriptorNeeds;
}

/**
 * The `node:http` server of every program: with all limits set, with a response to what Node's parser refuses, and with
 * no request executed whose response can't be sent.
 */
export function createHardenedServer({ handle, refuse, log, limits, descriptors }: HardenedServerOptions): Server {
  const { headersMs, requestMs, keepAliveMs, stalledMs, lingerMs, connections } = { ...defaultLimits, ...limits };
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headersMs),
    maxHeaderSize: 16_384,
    // Let the program refuse several Host headers or none: Node would take the first, or respond without a body.
    joinDuplicateHeaders: true,
    requireHostHeader: false,
  });
  server.timeout = stalledMs;
  // `Connection` decides what becomes of a client that has closed its end. Node would close the other at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = mostConnections(connections, descriptors);
  const open = new Map<Duplex, Connection>();
  server.on('connection', (socket) => {
    open.set(socket, new Connection(socket, { lingerMs, stalledMs }));
    socket.on('close', () => open.delete(socket));
    socket.on('timeout', () => open.get(socket)?.isStalled === true && socket.destroy());
  });
  // Node would destroy each connection that is silent, also one whose response is being made.
  server.on('timeout', () => undefined);
  handleRequests(server, open, handle);
  refuseInvalid(server, open, refuse);
  closeInOrder(server, open);
  reportLimits(server, log);
  return server;
}

type OpenConnections = ReadonlyMap<Duplex, Connection>;

function handleRequests(server: Server, open: OpenConnections, handle: RequestListener): void {
  const inTurn =
    (listener: RequestListener): RequestListener =>
    (incoming, outgoing) =>
      open.get(incoming.socket)?.take(incoming, outgoing, () => {
        // Node loses what comes behind an offer to upgrade.
        closeIfMisdirected(outgoing);
        if (isDraining(server) || incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false;
        listener(incoming, outgoing);
      });
  server.on('request', inTurn(handle));
  // Without these two, Node would ask for a body that may be refused, or respond with a 417 without a body.
  server.on('checkExpectation', inTurn(handle));
  server.on(
    'checkContinue',
    inTurn((incoming, outgoing) => {
      continueWhenRead(incoming, outgoing);
      handle(incoming, outgoing);
    }),
  );
}

/**
 * Who gets a 421 has taken this connection for that of another host, and so has whatever was sent behind it.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20
 */
function closeIfMisdirected(outgoing: ServerResponse): void {
  const { writeHead } = outgoing;
  Object.assign(outgoing, {
    writeHead(status: number, ...more: unknown[]): unknown {
      if (status === 421) outgoing.shouldKeepAlive = false;
      return Reflect.apply(writeHead, outgoing, [status, ...more]);
    },
  });
}

/** Asks for the body once somebody reads it. Who refuses the request does not. */
function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const read = incoming._read.bind(incoming);
  incoming._read = (size) => {
    incoming._read = read;
    if (!outgoing.headersSent) outgoing.writeContinue();
    read(size);
  };
}

function refuseInvalid(server: Server, open: OpenConnections, refuse: HardenedServerOptions['refuse']): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refused = refusedBy(error);
    if (refused === undefined) socket.destroy();
    else open.get(socket)?.end(() => refuse(refused));
  });
  server.on('connect', (_incoming, socket) => open.get(socket)?.takeOver(() => refuse(tunnel)));
}

/**
 * Node takes a connection for idle while the end of its last response is still being sent, and forgets those with a
 * tunnel.
 */
function closeInOrder(server: Server, open: OpenConnections): void {
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (![...open.values()].some(({ isSending }) => isSending)) closeIdleConnections();
  };
  server.closeAllConnections = () => {
    for (const socket of open.keys()) socket.destroy();
  };
}

const reportEveryMs = 60_000;

/** Node drops connections above `maxConnections` without a word. */
function reportLimits(server: Server, log: HardenedServerOptions['log']): void {
  let reportedAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    log(
      `${server.maxConnections} connections are open, and more are refused. If that many visitors come, let a ` +
        'server in front share its connections, or start another copy; if they are fewer than 10,000, raise the ' +
        'limit of open files (ulimit -n).',
      'error',
    );
  });
  const reportDescriptors = (hasOne: boolean): void => {
    if (hasOne) log('Connections and files can be opened again.', 'info');
    else
      log(
        'No more connections or files can be opened, and new connections are closed. Raise the limit (ulimit -n, ' +
          'LimitNOFILE= of systemd), or start another copy.',
        'error',
      );
  };
  server.once('listening', () => {
    server.once('close', watchDescriptors(reportDescriptors));
    // A connection that can't be opened must not end the process. `watchDescriptors` reports it.
    server.on('error', () => undefined);
  });
}
