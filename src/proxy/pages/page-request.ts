import { isServerHeader } from './server-headers.ts';

/** Between two hops only. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
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

/** Sent with every request to the pages' server: one that comes back has gone round in a circle. */
export const passedHeader = 'x-geolet-pages';

/** Never equal to what a page that was made for one visitor is now. */
const conditional = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];

/**
 * Whether a browser, or something like one, asks for a whole page. What scripts fetch is left alone: the widget follows
 * what they put in. https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function asksForPage({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const destination = headers.get('sec-fetch-dest');
  if (destination !== null) return /^(document|iframe|frame)$/.test(destination);
  const accept = headers.get('accept');
  return accept === null || accept === '*/*' || /\btext\/html\b/i.test(accept);
}

/**
 * The visitor's headers as the pages' server gets them. Nothing in them tells where the visitor is, so that a cache on the
 * way keeps one copy of a page for everybody.
 *
 * @param address of whoever opened the connection.
 * @param trusted whether that is a server of the owner's, which may say for whom it asks.
 * @param hostIsKnown whether the owner has named the host. A visitor can claim any other, and a cache before the pages' server would not notice.
 */
export function originHeaders(
  { url, headers }: Request,
  asPage: boolean,
  {
    address,
    trusted,
    hostIsKnown,
  }: { readonly address: string; readonly trusted: boolean; readonly hostIsKnown: boolean },
): Headers {
  const passed = withoutHops(headers);
  for (const name of headers.keys())
    if (isServerHeader(name) || (asPage && conditional.includes(name))) passed.delete(name);
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
