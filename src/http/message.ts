import type { IncomingMessage } from 'node:http';

/** Whether a body follows, by what the headers say. https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
