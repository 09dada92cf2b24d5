import { isCacheHeader } from '../../proxy/request/cache-headers.ts';
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

/**
 * Headers with which a server in front sends something else in place of the body: what stands in the body is no page.
 * https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ignore_headers,
 * https://redmine.lighttpd.net/projects/lighttpd/wiki/X-LIGHTTPD-send-file
 */
const replacing = [
  'x-accel-redirect',
  'x-sendfile',
  'x-sendfile2',
  'x-lighttpd-send-file',
  'x-lighttpd-send-tempfile',
  'x-litespeed-location',
  'x-reproxy-url',
  'x-reproxy-file',
];

/** Whether a server in front replaces the body, such as nginx by what `X-Accel-Redirect` names. */
function isReplacedInFront(headers: Headers): boolean {
  return replacing.some((name) => headers.has(name));
}

/**
 * Takes links to compression dictionaries out of a `Link` header. A page for one visitor is none, and needs none: it
 * leaves in gzip. https://www.rfc-editor.org/rfc/rfc9842#section-3
 *
 * @returns undefined where nothing is left.
 */
function withoutDictionaryLinks(links: string): string | undefined {
  const kept = splitLinks(links).filter((link) => !parametersOf(link).includes('compression-dictionary'));
  return kept.length > 0 ? kept.join(', ') : undefined;
}

function parametersOf(link: string): string {
  return link.slice(link.indexOf('>') + 1).toLowerCase();
}

/** Commas separate links, except in `<…>` and in quotes. https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function splitLinks(links: string): string[] {
  const found: string[] = [];
  let start = 0;
  let closedBy: string | undefined;
  for (let index = 0; index <= links.length; index++) {
    const character = links[index];
    if (closedBy === '"' && character === '\\') index++;
    else if (closedBy !== undefined && character === closedBy) closedBy = undefined;
    else if (closedBy === undefined && character === '<') closedBy = '>';
    else if (closedBy === undefined && character === '"') closedBy = '"';
    if (character === undefined || (character === ',' && closedBy === undefined)) {
      found.push(links.slice(start, index).trim());
      start = index + 1;
    }
  }
  return found.filter(Boolean);
}
