import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { widgetFilesIn } from '../src/proxy/node/files.ts';
import { toNodeListener } from '../src/proxy/node/listener.ts';
import { createNodeServer } from '../src/proxy/node/server.ts';
import { createNodeTransport } from '../src/proxy/node/transport.ts';
import { createProxy } from '../src/proxy/proxy.ts';
import { widgetFileName } from '../src/proxy/widget-files.ts';
import { dataFiles } from './site/data-files.ts';
import { picture } from './site/document.ts';
import { addresses, pageAt } from './site/pages.ts';
import { demoVisitors, firstVisitor } from './visitors.ts';
import { visitorRecord } from './visits.ts';

export interface DemoOptions {
  /** The visitor-data service and a key for it. */
  readonly upstream: string;
  readonly key: string;
  /** Called with each request for a visitor's record. */
  readonly log: (line: string) => void;
  /** Answers what it answers itself, before the demo does. @returns whether it has. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes each page before it is sent. */
  readonly change?: (html: string) => string;
}

const pages = new Set(addresses);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/** Files of `page/`. */
const own =
  /^(?:(?:playground\/)?[a-z-]+\.(?:css|js)|playground-frame\.html|pictures\/[a-z-]+\.svg|fonts\/[a-z-]+\.woff2)$/;
/** The library of the search, where the built site has it. */
const searchLibrary = 'minisearch/index.js';
const visitorFile = /^visitors\/([a-z-]+)\.json$/;

/** An address that no network has, and a port on which nothing listens. */
const nowhere = '192.0.2.1';
const nobody = 'http://127.0.0.1:9';
const slowMs = 3000;

/**
 * The demo's origin: its page, and a proxy that gets the address of the visitor whom the reader has picked. A real proxy never lets visitors decide
 * whose record they get.
 */
export function createDemoServer({ upstream, key, log, answer, change = (html) => html }: DemoOptions): Server {
  const files = widgetFilesIn(new URL('../dist/', import.meta.url).pathname);
  const transport = createNodeTransport();
  const proxy = createProxy({ upstream, key, files, transport, limit: 0, expose: ['latitude', 'longitude'] });
  const brokenProxy = createProxy({ upstream: nobody, key, transport, limit: 0, log: () => {} });

  const ask = toNodeListener(async (request, peer) => {
    const isRecord = new URL(request.url).pathname === '/geo';
    const id = /(?:^|; )demo-visitor=([a-z-]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? firstVisitor;
    // A lookup of the reader's own machine finds nothing, so a slow one would change nothing: the slow visitor is in Lyon.
    const ip =
      demoVisitors.find((visitor) => visitor.id === (id === 'slow' ? 'lyon' : id))?.address ??
      (id === 'unknown' ? nowhere : peer.ip);
    if (isRecord && id === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
    const response = await (isRecord && id === 'down' ? brokenProxy : proxy)(request, { ip });
    if (isRecord) log(`${request.method} /geo ${response.status} as ${id}`);
    return response;
  });

  const listener: RequestListener = (request, response) => {
    if (answer?.(request, response)) return;
    const path = (request.url ?? '/').slice(1).replace(/\?.*/, '') || 'index.html';
    const visitor = visitorFile.exec(path)?.[1];
    const json = dataFiles[path];
    if (pages.has(path))
      void sendPage(
        response,
        pageAt(path, { live: true }).then((html) => html && change(html)),
      );
    else if (visitor) void sendJson(response, visitorRecord(proxy, visitor));
    else if (json) void sendJson(response, json());
    else if (path === searchLibrary) void sendFile(response, '../node_modules/minisearch/dist/es/index.js');
    else if (own.test(path) && !widgetFileName(`/${path}`)) void sendFile(response, `page/${path}`);
    else if (picture.test(path)) void sendFile(response, `../${path}`);
    else ask(request, response);
  };
  return createNodeServer(listener);
}

async function sendJson(response: ServerResponse, value: unknown): Promise<void> {
  const body = JSON.stringify(await value);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }).end(body);
}

async function sendPage(response: ServerResponse, page: Promise<string | undefined>): Promise<void> {
  const body = await page;
  if (body === undefined) sendNothing(response);
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(body);
}

function sendNothing(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing here.');
}

async function sendFile(response: ServerResponse, name: string): Promise<void> {
  const body = await readFile(new URL(name, import.meta.url)).catch(() => undefined);
  const type = types[extname(name)] ?? 'text/plain; charset=utf-8';
  // Preloaded fonts need no fallback fonts.
  const caching = type === 'font/woff2' ? 'max-age=3600' : 'no-cache';
  if (body === undefined) sendNothing(response);
  else
    response
      .writeHead(200, { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': caching })
      .end(body);
}
