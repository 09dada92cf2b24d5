import type { IncomingMessage } from 'node:http';

/** One host, with or without a port: a valid `Host` header. */
export const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the end of the body can be found. https://www.rfc-editor.org/rfc/rfc9112#section-6.1 */
export function isFramed({ headers }: IncomingMessage): boolean {
  return /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '');
}

/**
 * Whether the visitor has closed the connection right after the request. Then the system knows no peer address any
 * more. A Unix socket has none either, but it has no local address.
 */
export function hasLeft({ socket }: IncomingMessage): boolean {
  return socket.destroyed || (socket.remoteAddress === undefined && socket.localAddress !== undefined);
}
