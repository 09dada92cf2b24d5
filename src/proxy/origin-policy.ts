import { getVisitorData } from '../record/operations.ts';
import { ProxyError } from './proxy-error.ts';
import type { VisitorRequest } from './visitor-request.ts';

/** Origins that may ask besides the proxy's own, compared letter by letter. */
export type Origins = ReadonlySet<string>;

/**
 * Keeps other sites' pages from using the proxy as their own. Browsers send `Origin` on requests across origins and
 * `Sec-Fetch-Site` over https, and no script can change either. Neither is there on a same-origin GET over plain http, so
 * a request without both passes, and the limit counts it. https://www.w3.org/TR/fetch-metadata/
 *
 * This is no access control: a program that is no browser sends what it likes.
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

/** Only a listed origin's pages may read the answer, and without credentials: nothing here depends on a cookie. */
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
 * Whether the page stands on the host that was asked. The scheme is left out: behind a server that ends TLS the proxy does
 * not know it. Somebody who points a name of their own at the proxy passes, and gains nothing that leaving `Origin` out
 * would not give; no CORS header follows from this.
 */
function isOwn(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}
