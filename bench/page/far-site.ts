import { createHash, createPublicKey } from 'node:crypto';
import { request as ask } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { startService } from '../../test/support/service.ts';
import { type Site, startSite } from '../../test/support/site.ts';
import { selfSigned } from '../../test/support/self-signed.ts';
import { type Relay, startRelay } from './relay.ts';
import { rivalScript } from './ways.ts';

/** A site at a distance, as HTTP/2 over TLS: the real proxy and service behind it, and a vendor's two hosts. */
export interface FarSite {
  readonly url: string;
  readonly vendorScripts: string;
  readonly vendorApi: string;
  /** What a browser needs to find and believe these hosts. */
  readonly browserArguments: readonly string[];
  /** Paths requested so far, including those of pages. */
  readonly requests: string[];
  /** Serves a document. @returns its address. */
  page(html: string, options?: PageOptions): string;
  /** Ends every connection. */
  disconnect(): void;
  close(): Promise<void>;
}

export interface PageOptions {
  /** Through the proxy, which puts the record in, and all of `geolet.js` where the page has no tag. */
  readonly atEdge?: 'page' | 'inline';
  /** The country that a cache in front names in a header of the page. */
  readonly named?: string;
  /** What the server needs to make the page. */
  readonly serverMs?: number;
  /** `Link` values that go ahead of the page, as Early Hints. */
  readonly earlyHints?: readonly string[];
}

const hosts = { shop: 'shop.example', vendorScripts: 'cdn.example', vendorApi: 'api.example' } as const;

export async function startFarSite(roundTripMs: number): Promise<FarSite> {
  const service = await startService();
  const site = await startSite(service.url, service.key);
  for (const name of ['stored', 'third-party']) serveRival(site, name);
  const fronts = { page: await site.front({ loader: 'page' }), inline: await site.front({ loader: 'inline' }) };

  const pages = new Map<string, PageOptions>();
  const requests: string[] = [];
  const front = createSecureServer(selfSigned, (incoming, outgoing) => {
    requests.push(incoming.url);
    const { atEdge, named, serverMs = 0, earlyHints = [] } = pages.get(incoming.url) ?? {};
    if (named !== undefined) outgoing.setHeader('server-timing', `geo;desc=${named}`);
    if (earlyHints.length > 0) outgoing.writeEarlyHints({ link: [...earlyHints] });
    const { url } = atEdge ? fronts[atEdge] : site;
    setTimeout(() => forward(incoming, outgoing, Number(new URL(url).port)), serverMs);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const relays: Relay[] = [];
  for (let index = 0; index < Object.keys(hosts).length; index++)
    relays.push(await startRelay(portOf(front), roundTripMs));

  return {
    url: `https://${hosts.shop}`,
    vendorScripts: `https://${hosts.vendorScripts}`,
    vendorApi: `https://${hosts.vendorApi}`,
    browserArguments: browserArguments(relays),
    requests,
    page(html, options = {}) {
      const path = `/page-${pages.size}`;
      pages.set(path, options);
      site.page(html, { path });
      return `https://${hosts.shop}${path}`;
    },
    disconnect: () => relays.forEach((relay) => relay.disconnect()),
    async close() {
      for (const relay of relays) relay.close();
      front.close();
      await site.close();
      await service.stop();
    },
  };
}

function serveRival(site: Site, name: string): void {
  const headers = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=300' };
  site.file(`/rivals/${name}.js`, (_request, response) => response.writeHead(200, headers).end(rivalScript(name)));
}

/** Leads the hosts to the relays, and lets the browser trust the certificate. */
function browserArguments(relays: readonly Relay[]): string[] {
  const rules = Object.values(hosts).map((host, index) => `MAP ${host}:443 127.0.0.1:${relays[index]?.port}`);
  const publicKey = createPublicKey(selfSigned.cert).export({ type: 'spki', format: 'der' });
  return [
    `--host-resolver-rules=${rules.join(', ')}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    // Unlike --ignore-certificate-errors, it allows responses to be cached.
    `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`,
  ];
}

/** As a server that ends TLS in front of others does. */
function forward(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, port: number): void {
  const isVendor = incoming.authority === hosts.vendorApi;
  // A vendor answers every site, while our proxy answers its own.
  const kept = isVendor ? /^accept/ : /^[^:]/;
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => kept.test(name)));
  const request = ask(
    {
      port,
      host: '127.0.0.1',
      path: incoming.url,
      method: incoming.method,
      headers: { ...headers, host: incoming.authority },
    },
    (answer) => {
      // Our proxy compresses pages by itself.
      const isPlain = answer.headers['content-type']?.startsWith('text/html') && !answer.headers['content-encoding'];
      const passed = Object.entries(answer.headers).filter(
        ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
      );
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...Object.fromEntries(passed),
        ...(isVendor && { 'access-control-allow-origin': '*' }),
        ...(isPlain && { 'content-encoding': 'gzip' }),
      });
      (isPlain ? answer.pipe(createGzip({ level: 5 })) : answer).pipe(outgoing);
    },
  );
  request.on('error', () => outgoing.stream?.close());
  incoming.pipe(request);
}

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
