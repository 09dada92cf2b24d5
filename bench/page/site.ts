import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rivalScript } from './ways.ts';

/** Serves pages that a measurement makes, the built widget, the peers, and a record. */
export interface BenchSite {
  readonly url: string;
  /** @param bindings when they are to write. @returns the page's address. */
  page(body: string, bindings: 'manual' | 'now'): string;
  /** Serves a document that the measurement makes whole. @returns its address. */
  document(path: string, listener: RequestListener): string;
  /** The same server by another name. @returns its origin. */
  at(host: string): string;
  close(): void;
}

/** The delay of requests that the browser's cache does not answer. */
export const remoteMs = 50;

const folders = [fileURLToPath(new URL('../../dist/', import.meta.url)), fileURLToPath(new URL('.', import.meta.url))];

const record = {
  countryCode: 'FR',
  countryName: 'France',
  continentCode: 'EU',
  currencyCode: 'EUR',
  isEU: true,
  city: 'Lyon',
  stateCode: 'ARA',
  timezone: 'Europe/Paris',
  deviceType: 'desktop',
};

export async function startSite(): Promise<BenchSite> {
  const pages = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const [path = '/', query] = (request.url ?? '/').split('?');
    const page = pages.get(path);
    if (page) page(request, response);
    else if (path === '/geo') setTimeout(() => sendRecord(response), remoteMs);
    else if (/^[\w/.-]+\.js(on)?$/.test(path) && !path.includes('..'))
      setTimeout(() => sendFile(response, path, query ? 'no-cache' : 'max-age=3600'), query ? remoteMs : 0);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const document: BenchSite['document'] = (path, listener) => {
    pages.set(path, listener);
    return url + path;
  };
  return {
    url,
    document,
    page(body, bindings) {
      const path = `/page-${pages.size}`;
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title><script>window.geoletConfig = { bindings: '${bindings}' }</script></head><body>${body}</body></html>`;
      return document(path, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
      );
    },
    at: (host) => `http://${host}:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendRecord(response: ServerResponse): void {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    'access-control-allow-origin': '*',
  };
  response.writeHead(200, headers).end(JSON.stringify(record));
}

function sendFile(response: ServerResponse, path: string, cacheControl: string): void {
  const type = path.endsWith('.json') ? 'application/json' : 'text/javascript';
  response.writeHead(200, { 'content-type': type, 'cache-control': cacheControl }).end(readBuilt(path));
}

function readBuilt(path: string): Buffer | string {
  const [, rival] = /^\/rivals\/([\w-]+)\.js$/.exec(path) ?? [];
  if (rival !== undefined) return rivalScript(rival);
  for (const folder of folders) {
    try {
      return readFileSync(resolve(folder, `.${path}`));
    } catch {
      // In the other one.
    }
  }
  throw new Error(`there is no ${path}; npm run bench builds the widget and installs the peers first`);
}
