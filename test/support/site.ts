import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { toNodeListener } from '../../src/proxy/node/listener.ts';
import { createPagesListener } from '../../src/pages/node/pages-listener.ts';
import { createNodeTransport } from '../../src/proxy/node/transport.ts';
import type { PageOptions } from '../../src/pages/front/page-options.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy/proxy.ts';
import { visitors } from './visitors.ts';
import { listen } from './loopback.ts';

/** A site owner's origin: pages that a test writes, and a real proxy in front of the real service. */
export interface Site {
  readonly url: string;
  /** The address that the next lookups come from. */
  visitor: string;
  /** Answers `/geo` instead of the proxy, for faults that a working proxy never makes. */
  geo: RequestListener | undefined;
  /** Headers of every page. */
  headers: Record<string, string>;
  /** Paths requested so far, without pages. */
  readonly requests: string[];
  /**
   * @returns the page's address. A whole document stands as it is, anything else becomes the body of one with the
   * script tag.
   */
  page(html: string, options?: { path?: string; head?: string; tag?: string; type?: string }): string;
  /** Serves any other file. */
  file(path: string, listener: RequestListener): void;
  /** Starts the proxy in front of the pages; the site itself answers for nothing else then. */
  front(pages?: Partial<PageOptions>, proxy?: Partial<ProxyOptions>): Promise<Front>;
  close(): Promise<void>;
}

export interface Front {
  readonly url: string;
  /** Paths that came to the front. */
  readonly requests: string[];
}

export const scriptTag = '<script async src="/geolet.js" data-endpoint="/geo"></script>';

export const dist = process.env.GEOLET_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const defaults = { limit: 0, transport: createNodeTransport(), log: () => {} } as const;

export async function startSite(upstream: string, key: string, options: Partial<ProxyOptions> = {}): Promise<Site> {
  const proxyOptions = { ...defaults, upstream, key, files: widgetFilesIn(dist), ...options };
  const proxy = createProxy(proxyOptions);
  const ask = toNodeListener((request) => proxy(request, { ip: site.visitor }));
  const served = new Map<string, RequestListener>();

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    // Tests set the clock of the page, and it would be put right. Those that want that write the header.
    response.sendDate = false;
    const own = served.get(path);
    const isIcon = path === '/favicon.ico';
    if (!isIcon && (!own || !isPage(request))) site.requests.push(path);
    if (own) own(request, response);
    // Browsers ask for it sooner or later, for a page without an icon of its own.
    else if (isIcon) response.writeHead(204).end();
    else if (path === '/geo' && site.geo) site.geo(request, response);
    else if (path.endsWith('.gif')) response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel);
    else ask(request, response);
  });
  const url = await listen(server);
  const servers = [server];

  const site: Site = {
    url,
    visitor: visitors.lyon,
    geo: undefined,
    headers: {},
    requests: [],
    page(html, { path = '/', head = '', tag = scriptTag, type = 'text/html; charset=utf-8' } = {}) {
      const whole = /^\s*<(!doctype|\?xml)/i.test(html)
        ? html
        : `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Test</title>${head}${tag}</head><body>${html}</body></html>`;
      served.set(path, (_request, response) =>
        response.writeHead(200, { 'content-type': type, ...site.headers }).end(whole),
      );
      return site.url + path;
    },
    file: (path, listener) => void served.set(path, listener),
    async front(pages, proxy) {
      const { front, requests } = frontOf(site, { ...proxyOptions, trust: 1, ...proxy }, pages);
      servers.push(front);
      return { url: await listen(front), requests };
    },
    close: () => closeAll(servers),
  };
  return site;
}

function frontOf(
  site: Site,
  proxy: ProxyOptions,
  pages: Partial<PageOptions> = {},
): { front: Server; requests: string[] } {
  const requests: string[] = [];
  const listener = createPagesListener(proxy, { origin: site.url, budgetMs: 10_000, ...pages });
  const front = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    outgoing.sendDate = false;
    // As a server in front would say.
    incoming.headers['x-forwarded-for'] = site.visitor;
    incoming.rawHeaders.push('x-forwarded-for', site.visitor);
    listener(incoming, outgoing);
  });
  return { front, requests };
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers.toReversed()) {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

function isPage(request: IncomingMessage): boolean {
  return request.headers['sec-fetch-dest'] !== 'script' && !/\.\w+$/.test(request.url ?? '');
}

/** Answers of `/geo` that only a fault makes. */
export const faults = {
  status:
    (status: number, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ status })),
  body:
    (body: string | Buffer, type = 'application/json'): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
  /** Never responds; the socket closes with the site. */
  hang: (() => {}) satisfies RequestListener,
  stall: ((_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      .write('{"countryCode":')) satisfies RequestListener,
  reset: ((request: IncomingMessage) => void request.socket.destroy()) satisfies RequestListener,
};
