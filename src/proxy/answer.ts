import { errorBody } from '../record/error-body.ts';
import { ProxyError } from './proxy-error.ts';
import { requestIdHeader } from '../http/request-id.ts';

/**
 * What a request is answered with, before it becomes a `Response`. A plain value, because building and reading a `Response`
 * costs Node more than all else the proxy does for one request.
 */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * What every answer about a visitor carries, errors included, so that no cache hands it to somebody else. Not `no-store` for
 * browsers: a page that fetches a `no-store` answer is refused the back/forward cache. CDNs get their own words, since some
 * of them override Cache-Control. https://www.rfc-editor.org/rfc/rfc9213, https://www.w3.org/TR/edge-arch/
 */
const visitorHeaders = {
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
 * @param id of the request, where it has one.
 */
export function recordAnswer(record: string, license: string | undefined, id?: string): Answer {
  const headers = {
    ...visitorHeaders,
    ...(id !== undefined && { [requestIdHeader]: id }),
    ...(license !== undefined && { link: license }),
  };
  return { status: 200, headers, body: record };
}

export function emptyAnswer(headers: Readonly<Record<string, string>>): Answer {
  const { 'content-type': _, ...rest } = visitorHeaders;
  return { status: 204, headers: { ...rest, ...headers }, body: null };
}

/**
 * Whatever was thrown, in the contract's error shape.
 *
 * @param id of the request, where there was one.
 */
export function errorAnswer(error: unknown, id?: string): Answer {
  const known =
    error instanceof ProxyError ? error : new ProxyError(500, 'Something went wrong in the proxy; its log says what.');
  return {
    status: known.status,
    headers: { ...visitorHeaders, ...known.headers, ...(id !== undefined && { [requestIdHeader]: id }) },
    body: JSON.stringify(errorBody(known.status, known.message)),
  };
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
