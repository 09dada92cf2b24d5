import { withoutHops } from './page-request.ts';

/** What would let somebody else, or a later visit, have this answer, or describes the body before it was changed. */
const dropped = [
  'age',
  'expires',
  'etag',
  'last-modified',
  'accept-ranges',
  'content-length',
  'content-md5',
  'digest',
  'repr-digest',
  'content-digest',
  'x-accel-expires',
  'cloudflare-cdn-cache-control',
  'vercel-cdn-cache-control',
  'netlify-cdn-cache-control',
  'akamai-cache-control',
  'edge-control',
];

/** An HTML page that may be changed on its way: whole, in bytes that can be read, and without the wish to stay as it is. */
export function isWholePage(status: number, headers: Headers): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    status === 200 &&
    /^text\/html\b/i.test(type) &&
    !/charset\s*=\s*"?(utf-16|utf-32|iso-2022)/i.test(type) &&
    !/\bno-transform\b/i.test(headers.get('cache-control') ?? '') &&
    !/^attachment/i.test(headers.get('content-disposition') ?? '')
  );
}

/**
 * The headers of a page that is one visitor's own. As on the record, not `no-store` for browsers, which would cost the
 * back/forward cache, unless the page said so itself; what CDNs obey says no in each of their words.
 */
export function visitorPageHeaders(headers: Headers): Headers {
  const own = withoutHops(headers);
  const noStore = /\bno-store\b/i.test(headers.get('cache-control') ?? '');
  for (const name of dropped) own.delete(name);
  own.set('cache-control', noStore ? 'private, no-store' : 'private, no-cache');
  own.set('cdn-cache-control', 'no-store');
  own.set('surrogate-control', 'no-store');
  return own;
}

/** Everything else passes as it is, but for a redirect to where the pages come from: visitors know only the proxy's name. */
export function passedHeaders(headers: Headers, origin: string, visitorUrl: string): Headers {
  const passed = withoutHops(headers);
  const location = passed.get('location');
  if (
    location !== null &&
    (location === origin || /^[/?#]/.test(location.slice(origin.length))) &&
    location.startsWith(origin)
  ) {
    passed.set('location', new URL(visitorUrl).origin + location.slice(origin.length));
  }
  return passed;
}
