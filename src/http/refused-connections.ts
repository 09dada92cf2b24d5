import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is written to a connection that has no request to respond to. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Longest time for the responses that come before a tunnel is refused, and for the refusal itself. */
const tunnelMs = { before: 60_000, refusal: 5_000 } as const;

/**
 * Refuses a CONNECT request, after all earlier requests of its connection have their response. From the `connect` event
 * on Node leaves the connection to us: an error on it would end the process, and only we can close it.
 * https://nodejs.org/docs/latest-v20.x/api/http.html#event-connect
 *
 * @param before the last response that is still under way on this connection.
 */
export function refuseTunnel(socket: Duplex, before: ServerResponse | undefined, refusal: () => Refusal): void {
  let timer = setTimeout(() => socket.destroy(), tunnelMs.before);
  socket
    .on('error', () => undefined)
    .on('finish', () => socket.destroy())
    .on('close', () => clearTimeout(timer));
  const refuse = (): void => {
    clearTimeout(timer);
    if (socket.destroyed) return;
    timer = setTimeout(() => socket.destroy(), tunnelMs.refusal);
    writeRefusal(socket, refusal());
  };
  if (before === undefined) refuse();
  else before.on('close', refuse);
}

/** Writes a whole response to a bare connection and closes it. */
export function writeRefusal(socket: Duplex, { status, headers, body }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  // The reason phrase is optional: https://www.rfc-editor.org/rfc/rfc9112#section-4
  socket.end(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n${body}`);
}

const reportEveryMs = 60_000;

/**
 * Calls `report` when connections above `maxConnections` are dropped, at most once a minute. Node drops them without a
 * word.
 */
export function watchDroppedConnections(server: Server, report: () => void): void {
  let reportedAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    report();
  });
}
