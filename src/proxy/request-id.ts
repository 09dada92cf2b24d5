import type { VisitorRequest } from './visitor-request.ts';

/** Names one request in the answers and logs of everybody it passes. */
export const requestIdHeader = 'x-request-id';

/** The name that a request came with, if it is short and plain as the service takes it too, else a new one. */
export function requestIdOf({ headers }: Pick<VisitorRequest, 'headers'>): string {
  const given = headers.get(requestIdHeader);
  return given !== null && /^[\w.:-]{1,64}$/.test(given) ? given : crypto.randomUUID();
}
