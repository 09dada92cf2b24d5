import { isCacheHeader, isReplacedInFront, withoutDictionaryLinks } from './cache-headers.ts';
import { withoutHops } from './page-request.ts';

/** Whether this is a whole HTML page that may be changed, in an encoding that can be read. */
export function isWholePage(status: number, headers: Headers): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    status === 200 &&
    /^text\/html\b/i.test(type) &&
    !/charset\s*=\s*"?(utf-16|utf-32|iso-2022)/i.test(type) &&
    !/\bno-transform\b/i.test(headers.get('cache-control') ?? '') &&
    !/^attachment/i.test(headers.get('content-disposition') ?? '') &&
    !isReplacedInFront(headers)
  );
}

/**
 * The headers of a page for one visitor. As for the record, browsers do not get `no-store`, which would cost the
 * back/forward cache, unless the page has it already. CDNs get it in a header of their own.
 */
export function visitorPageHeaders(headers: Headers): Headers {
  const own = withoutHops(headers);
  const noStore = /\bno-store\b/i.test(headers.get('cache-control') ?? '');
  for (const name of headers.keys()) if (isCacheHeader(name)) own.delete(name);
  const links = withoutDictionaryLinks(own.get('link') ?? '');
  if (links === undefined) own.delete('link');
  else own.set('link', links);
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
