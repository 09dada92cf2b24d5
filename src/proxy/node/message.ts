import type { IncomingMessage } from 'node:http';

/** One host, with or without a port: what a `Host` header may say. */
export const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether it can be known where the body ends. https://www.rfc-editor.org/rfc/rfc9112#section-6.1 */
export function isFramed({ headers }: IncomingMessage): boolean {
  return /^(chunked)?$/i.test(headers['transfer-encoding'] ?? '');
}

/**
 * Whether the visitor reset the connection right after the request. The system forgets a peer's address with the connection, while
 * a Unix socket, which has none either, has no address of our own.
 */
export function hasLeft({ socket }: IncomingMessage): boolean {
  return socket.destroyed || (socket.remoteAddress === undefined && socket.localAddress !== undefined);
}
