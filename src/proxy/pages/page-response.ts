import { withoutHops } from './page-request.ts';

/**
 * Headers with which caches would give this response to another page view, and headers about the body before it was
 * changed.
 */
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

/** Whether this is a whole HTML page that may be changed, in an encoding that can be read. */
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
 * The headers of a page for one visitor. As for the record, browsers do not get `no-store`, which would cost the
 * back/forward cache, unless the page has it already. CDNs get it in a header of their own.
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

/**
 * Passes all headers of other responses. A redirect to the pages' server becomes one to the proxy, since visitors know
 * only that.
 */
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
