import type { IncomingMessage } from 'node:http';

/** Whether a body follows, by what the headers say. https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Names one request in the responses and logs of every program that it passes. */
export const requestIdHeader = 'x-request-id';

/** The ID that a request came with, if it is short and plain; otherwise a new one. */
export function requestIdOf(given: string | readonly string[] | null | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : crypto.randomUUID();
}
