import { doctorHeaders } from '../../proxy/request/doctor-request.ts';
import { isServerHeader } from './server-headers.ts';

/** Valid between two hops only. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Is sent with every request to the pages' server. A request that arrives with it came from this proxy: it is a loop.
 */
export const passedHeader = 'x-geolet-pages';

/** No setting lets a visitor's own through. */
export const neverPassed: ReadonlySet<string> = new Set([
  ...hopByHop,
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  passedHeader,
  ...Object.values(doctorHeaders),
]);

/** They name an earlier version of the page. A page that is made for one visitor never equals it. */
const conditional = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];

/**
 * Whether this is a browser's request for a whole page. Responses to scripts stay as they are: the widget follows what
 * scripts insert. https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function asksForPage({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const destination = headers.get('sec-fetch-dest');
  if (destination !== null) return /^(document|iframe|frame)$/.test(destination);
  const accept = headers.get('accept');
  return accept === null || accept === '*/*' || /\btext\/html\b/i.test(accept);
}

/**
 * The visitor's headers for the pages' server. They do not contain the visitor's place, so that a cache in between has
 * one copy of a page for everybody.
 *
 * @param address of the other end of the connection.
 * @param trusted whether that is a server of the owner's, which may name the visitor.
 * @param hostIsKnown whether the owner has named the hosts. Otherwise a visitor could claim any host, and a cache in
 *   front of the pages' server would not notice.
 * @param passHeaders names in lower case that pass although they are those of servers.
 * @param dropHeaders names in lower case that do not pass.
 */
export function originHeaders(
  { url, headers }: Request,
  asPage: boolean,
  {
    address,
    trusted,
    hostIsKnown,
    passHeaders,
    dropHeaders,
  }: {
    readonly address: string;
    readonly trusted: boolean;
    readonly hostIsKnown: boolean;
    readonly passHeaders: ReadonlySet<string>;
    readonly dropHeaders: ReadonlySet<string>;
  },
): Headers {
  const passed = withoutHops(headers);
  for (const name of headers.keys()) {
    const isRefused = dropHeaders.has(name) || (isServerHeader(name) && !passHeaders.has(name));
    if (isRefused || (asPage && conditional.includes(name))) passed.delete(name);
  }
  const { host, protocol } = new URL(url);
  const before = trusted ? headers.get('x-forwarded-for') : null;
  passed.set('x-forwarded-for', before === null ? address : `${before}, ${address}`);
  if (hostIsKnown) passed.set('x-forwarded-host', host);
  passed.set('x-forwarded-proto', protocol.slice(0, -1));
  passed.set(passedHeader, '1');
  return passed;
}

export function withoutHops(headers: Headers): Headers {
  const passed = new Headers(headers);
  const named = (headers.get('connection') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name));
  for (const name of [...hopByHop, ...named]) passed.delete(name);
  return passed;
}
