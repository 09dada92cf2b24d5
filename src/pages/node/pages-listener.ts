import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { isWholePage } from '../front/page-response.ts';
import type { PageOptions } from '../front/page-options.ts';
import { stripGeoHeaders } from '../front/strip-geo-headers.ts';
import { createPages } from '../front/pages.ts';
import { openProxy, type ProxyOptions } from '../../proxy/proxy.ts';
import { isTrustedPeer } from '../../proxy/address/visitor-address.ts';
import type { Peer } from '../../proxy/request/visitor-request.ts';
import { toNodeListener, hasLeft, hostPattern, isFramed } from '../../proxy/node/listener.ts';
import { hasBody } from '../../http/message.ts';
import { createNodeOrigin } from './node-origin.ts';

/**
 * The proxy in front of the owner's pages, as the listener of a Node server. Its own paths work as without pages;
 * everything else comes from the pages' server. Bodies stream in both directions.
 *
 * @throws a TypeError when an option is wrong.
 */
export function createPagesListener(options: ProxyOptions, pageOptions: PageOptions): RequestListener {
  const proxy = openProxy(options);
  const { log, trust, headerSource } = proxy.settings;
  const own = toNodeListener(proxy.respond);
  const isTrusted = (peer: Peer) => isTrustedPeer(peer, trust);
  const askOrigin = stripGeoHeaders(createNodeOrigin(), headerSource);
  const pages = createPages(proxy, pageOptions, { askOrigin, isTrusted });

  return (incoming, outgoing) => {
    if (hasLeft(incoming)) return void incoming.socket.destroy();
    const peer = { ip: incoming.socket.remoteAddress ?? '' };
    const url = urlOf(incoming, isTrusted(peer));
    // A request that is not valid for a page gets the proxy's own 400 or 405.
    if (
      url === undefined ||
      proxy.isOwn((incoming.url ?? '').replace(/\?.*/s, '')) ||
      !passable.test(incoming.method ?? '') ||
      !isFramed(incoming) ||
      (hasBody(incoming) && !mayHaveBody(incoming))
    )
      return own(incoming, outgoing);
    const { request, leave } = toRequest(incoming, outgoing, url);
    pages(request, peer, incoming.url)
      .then((response) => send(response, incoming, outgoing))
      .catch((error: unknown) => {
        // The head of the response has left already, so no error can be sent.
        if (!leave.aborted) log(`500 A page broke off on its way. < ${String(error)}`, 'error');
        outgoing.destroy();
      });
  };
}

/** Pages use no other methods, and `fetch` has no others. */
const passable = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** The URL in the visitor's address bar, as far as it is known: a server in front may have ended TLS. */
function urlOf({ url = '', headers, socket }: IncomingMessage, isTrusted: boolean): URL | undefined {
  const cameByTls = isTrusted && String(headers['x-forwarded-proto']).split(',')[0]?.trim() === 'https';
  const text = `${'encrypted' in socket || cameByTls ? 'https' : 'http'}://${headers.host ?? ''}${url}`;
  return url.startsWith('/') && hostPattern.test(headers.host ?? '') && URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * A body of GET or HEAD has no meaning, and `fetch` cannot send one.
 * https://www.rfc-editor.org/rfc/rfc9110#section-9.3.1
 */
function mayHaveBody({ method = '' }: IncomingMessage): boolean {
  return !/^(GET|HEAD)$/.test(method);
}

function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
): { readonly request: Request; readonly leave: AbortSignal } {
  const controller = new AbortController();
  // A page that breaks off closes the response as well, but with an error.
  outgoing.on('close', () => {
    if (!outgoing.writableFinished && outgoing.errored === null) controller.abort();
  });
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  const body = hasBody(incoming) ? bodyOf(incoming) : null;
  // Read the rest of the body: the connection's next request comes behind it.
  outgoing.on('finish', () => void (incoming.complete || incoming.removeAllListeners('readable').resume()));
  const init: RequestInit & { duplex: 'half' } = {
    method: incoming.method ?? 'GET',
    headers,
    body,
    signal: controller.signal,
    duplex: 'half',
  };
  return { request: new Request(url, init), leave: controller.signal };
}

/**
 * Not `Readable.toWeb`: when its reader stops, that closes the connection, on which the response is still to be sent.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, statusText, headers, body } = response;
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length) outgoing.setHeader('set-cookie', cookies);
  const compress = body !== null && isVisitorPage(headers) && takesGzip.test(incoming.headers['accept-encoding'] ?? '');
  if (isVisitorPage(headers)) outgoing.appendHeader('vary', 'Accept-Encoding');
  if (compress) outgoing.setHeader('content-encoding', 'gzip');
  outgoing.writeHead(status, statusText);
  if (body === null || incoming.method === 'HEAD') return void outgoing.end();
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  await (compress ? pipeline(source, streamingGzip(), outgoing) : pipeline(source, outgoing));
}

const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s|,|$))/;

/** Whether this is one visitor's page. It has no ETag, which would be wrong after compression. */
function isVisitorPage(headers: Headers): boolean {
  return (
    headers.get('surrogate-control') === 'no-store' &&
    isWholePage(200, headers) &&
    !headers.has('etag') &&
    !headers.has('content-encoding') &&
    !headers.has('content-length')
  );
}

/** Sends every chunk on at once, so that a streaming page does not wait until a block is full. */
function streamingGzip(): Gzip {
  return createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 });
}
