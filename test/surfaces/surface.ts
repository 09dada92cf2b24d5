import { createServer, type RequestListener } from 'node:http';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { widgetFileName } from '../../src/proxy/widget-files.ts';
import { listen } from '../support/loopback.ts';

/** Pages of an owner, and visitors that a service knows by their address. The same on everything that serves pages. */
export interface Site {
  /** @param path without a query. */
  pageOf(path: string): string;
  /** What the service says of an address. */
  recordOf(address: string): object;
  /** Where browsers get it, and what servers are given. */
  readonly priceBook?: { readonly path: string; readonly lists: Readonly<Record<string, unknown>> } | undefined;
}

/** Somewhere that serves a site. */
export interface Surface {
  /** Whether its server writes the record into the page. */
  readonly embedded: boolean;
  addressOf(path: string): string;
  close(): Promise<void>;
}

const dist = process.env.GEOLET_DIST ?? 'dist';
export const files = widgetFilesIn(dist);

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  const url = await listen(server);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a page, or a file of the widget. */
export function pagesOf(site: Site): RequestListener {
  return ({ url = '/' }, response) => {
    const path = url.replace(/\?.*/, '');
    const name = widgetFileName(path);
    if (path === site.priceBook?.path) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(site.priceBook.lists));
      return;
    }
    if (name === undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(site.pageOf(path));
      return;
    }
    const type = name.endsWith('.json') ? 'application/json' : 'text/javascript';
    void files(name, []).then((file) => response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file?.body));
  };
}

/** A service that knows each visitor by their address. */
export function serviceOf(site: Site): RequestListener {
  return ({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(site.recordOf(String(headers['x-visitor-ip']))));
  };
}
