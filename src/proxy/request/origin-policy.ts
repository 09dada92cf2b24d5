// @guard origins
import { getVisitorData } from '../../record/operations.ts';
import { ProxyError } from './proxy-error.ts';
import type { VisitorRequest } from './visitor-request.ts';

/** Origins besides the proxy's own that may request the record, compared character by character. */
export type Origins = ReadonlySet<string>;

/**
 * Refuses pages of other sites. Browsers send `Origin` on requests across origins, and `Sec-Fetch-Site` over https;
 * scripts cannot change either. A same-origin GET over plain http has neither, so a request without both is let
 * through, and the limit counts it. https://www.w3.org/TR/fetch-metadata/
 *
 * This is not access control: a program that is not a browser can send any header.
 */
export function refuseForeign(request: VisitorRequest, origins: Origins): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !origins.has(origin) && !isOwn(origin, request.url)) {
    throw new ProxyError(403, `Pages of this origin may not ask. The owner can add it to the proxy's option origins.`);
  }
  const site = request.headers.get('sec-fetch-site');
  const mayAsk = site === null || site === 'same-origin' || site === 'none' || (origin !== null && origins.has(origin));
  if (!mayAsk)
    throw new ProxyError(
      403,
      `Pages of other sites may not ask. The owner can add their origins to the proxy's option origins.`,
    );
}

/**
 * Only pages of a listed origin may read the response. They need no credentials, because nothing here depends on a
 * cookie.
 */
export function corsHeaders(request: VisitorRequest, origins: Origins): Readonly<Record<string, string>> | undefined {
  const origin = request.headers.get('origin');
  if (origin === null || !origins.has(origin)) return undefined;
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Link, Retry-After' };
}

export function isPreflight(request: VisitorRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.get('origin') !== null &&
    request.headers.get('access-control-request-method') !== null
  );
}

export const preflightHeaders = {
  'access-control-allow-methods': getVisitorData.allow,
  'access-control-max-age': '86400',
} as const;

/**
 * Whether the page comes from the host of the request. Not from the same scheme: behind a server that ends TLS the
 * proxy does not know it. Anyone can point a name of their own at the proxy and so pass. It gains them nothing: a
 * request without `Origin` passes as well, and they get no CORS header.
 */
function isOwn(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}
