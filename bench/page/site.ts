import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Serves pages that a measurement makes, the built widget, the peers, and a record. */
export interface BenchSite {
  readonly url: string;
  /** @param body of the page. @returns its address. */
  page(body: string): string;
  close(): void;
}

const folders = [fileURLToPath(new URL('../../dist/', import.meta.url)), fileURLToPath(new URL('.', import.meta.url))];

const record = { countryCode: 'FR', countryName: 'France', continentCode: 'EU', currencyCode: 'EUR', isEU: true, city: 'Lyon', stateCode: 'ARA', timezone: 'Europe/Paris', deviceType: 'desktop' };

export async function startSite(): Promise<BenchSite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    const page = pages.get(path);
    if (page !== undefined) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else if (path === '/geo') response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'private, no-cache' }).end(JSON.stringify(record));
    else if (/^[\w/.-]+\.js$/.test(path) && !path.includes('..')) response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' }).end(readScript(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    page(body) {
      const path = `/page-${pages.size}`;
      // Bindings wait for the clock; everything else is as an owner has it.
      pages.set(path, `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title><script>window.geoletConfig = { bindings: 'manual' }</script></head><body>${body}</body></html>`);
      return url + path;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function readScript(path: string): Buffer {
  for (const folder of folders) {
    try {
      return readFileSync(resolve(folder, `.${path}`));
    } catch {
      // In the other one.
    }
  }
  throw new Error(`there is no ${path}; npm run bench builds the widget and installs the peers first`);
}
