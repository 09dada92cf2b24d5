import { requestIdHeader } from '../../http/message.ts';
import { errorBody } from '../../record/error-body.ts';
import { ProxyError } from './proxy-error.ts';

/**
 * A response as a plain value. On Node, building and reading a web `Response` costs more than all else that the proxy
 * does for a request.
 */
export interface PlainResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * On every response about a visitor, errors included, so that no cache gives it to another visitor. Browsers do not get
 * `no-store`: a page that fetches such a response cannot be restored from the back/forward cache. CDNs have headers of
 * their own, since some of them override Cache-Control. https://www.rfc-editor.org/rfc/rfc9213,
 * https://www.w3.org/TR/edge-arch/
 */
export const visitorResponseHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'cdn-cache-control': 'no-store',
  'surrogate-control': 'no-store',
  vary: 'Origin, Sec-Fetch-Site, Sec-GPC',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/**
 * @param record as JSON.
 * @param license the `Link` header.
 * @param id of the request.
 */
export function recordResponse(record: string, license: string | undefined, id?: string): PlainResponse {
  const headers: Record<string, string> = { ...visitorResponseHeaders };
  if (id !== undefined) headers[requestIdHeader] = id;
  if (license !== undefined) headers['link'] = license;
  return { status: 200, headers, body: record };
}

export function emptyResponse(headers: Readonly<Record<string, string>>): PlainResponse {
  const { 'content-type': _, ...rest } = visitorResponseHeaders;
  return { status: 204, headers: { ...rest, ...headers }, body: null };
}

/**
 * The contract's error body for anything that was thrown.
 *
 * @param id of the request, if there was one.
 */
export function errorResponse(error: unknown, id?: string): PlainResponse {
  const known =
    error instanceof ProxyError ? error : new ProxyError(500, 'Something went wrong in the proxy; its log says what.');
  return {
    status: known.status,
    headers: { ...visitorResponseHeaders, ...known.headers, ...(id !== undefined && { [requestIdHeader]: id }) },
    body: JSON.stringify(errorBody(known.status, known.message)),
  };
}

export function toResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers });
}
