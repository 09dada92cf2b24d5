import { createServer, type RequestListener } from 'node:http';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { widgetFileName } from '../../src/proxy/widget-files.ts';
import { listen } from '../support/loopback.ts';
import { type Cell, regions } from './expected.ts';

/** Somewhere that serves pages to visitors of all regions. */
export interface Surface {
  /** Whether its server writes the record into the page. */
  readonly embedded: boolean;
  /** A page with the setting for consent, or without. */
  addressOf(consent: Cell['consent']): string;
  close(): Promise<void>;
}

/** Each region has a public address of its own. */
export function visitorAddress(region: Cell['region']): string {
  return `81.2.70.${10 + regions.indexOf(region)}`;
}

export function recordOf(address: string | null | undefined): object {
  return regions.find((region) => visitorAddress(region) === address)?.record ?? {};
}

/** What stands in the page, in whatever it is served. */
export const blocks = `
<p data-geo-show="gpc" hidden>gpc</p>
<p data-geo-show="group: usoptout" hidden>states</p>
<p data-geo-show="group: usoptout unknown" hidden>maybe</p>
<p class="geo-show-usoptout" hidden>class</p>
<geo-optout><a href="/opt-out">Your choices</a><span slot="honored" hidden>We honour your signal</span></geo-optout>`;

export function pageOf(path: string): string {
  const consent = path.startsWith('/required') ? ' data-consent="required"' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Page</title><script async src="/geolet.js"${consent}></script></head><body>${blocks}</body></html>`;
}

export function pathOf(consent: Cell['consent']): string {
  return consent === 'not required' ? '/open' : '/required';
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

/** Answers with the page, or a file of the widget. */
export const pages: RequestListener = ({ url = '/' }, response) => {
  const path = url.replace(/\?.*/, '');
  const name = widgetFileName(path);
  if (name === undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(path));
    return;
  }
  void files(name, []).then((file) =>
    response.writeHead(file ? 200 : 404, { 'content-type': 'text/javascript' }).end(file?.body),
  );
};

/** A service that knows each region by its address. */
export const service: RequestListener = ({ headers }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(recordOf(String(headers['x-visitor-ip']))));
};
