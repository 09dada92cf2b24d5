import { createServer, request, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createPagesListener } from '../../../src/pages/node/pages-listener.ts';
import { createNodeServer } from '../../../src/proxy/node/server.ts';
import { listen } from '../../support/loopback.ts';
import { answerRecord, key } from '../proxy/upstream-server.ts';

/** What the tests of pages ask of a Worker. */
interface Host {
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>;
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

interface HostOptions {
  /** For the service and for the pages' server, as the network does for a Worker. */
  readonly answer?: (request: Request) => Promise<Response>;
}

type Keep = (close: () => Promise<void>) => unknown;

/** The fixtures of `test/workers` by their names, with the Node program in place of workerd. */
export function startWorker(fixture: string, options: HostOptions = {}, keep: Keep = onTestFinished): Promise<Host> {
  if (fixture === 'pieces') return startPieces(keep);
  if (fixture === 'streaming') return startStreaming(keep);
  return startPages(options, keep);
}

/** Servers on free ports, all closed at the end. */
function serve(server: Server, closing: (() => void)[]): Promise<string> {
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

async function startFront(
  service: RequestListener,
  pages: RequestListener,
  keep: Keep,
): Promise<{ readonly url: string; readonly dispose: () => Promise<void> }> {
  const closing: (() => void)[] = [];
  const upstream = await serve(createServer(service), closing);
  const origin = await serve(createServer(pages), closing);
  const listener = createPagesListener(
    {
      upstream,
      key,
      expose: ['latitude', 'longitude', 'postalCode', 'ASN', 'ISP', 'airportCode'],
      limit: 0,
      trust: 1,
      timeoutMs: 20_000,
      cacheSeconds: 0,
    },
    {
      origin,
      budgetMs: 10_000,
      choiceCookie: 'geolet_choice',
      passHeaders: ['X-User-Locale'],
      dropHeaders: ['X-Acme-Person'],
    },
  );
  const url = await serve(createNodeServer(listener, { bodies: true }), closing);
  const dispose = () => Promise.resolve(closing.forEach((close) => close()));
  keep(dispose);
  return { url, dispose };
}

async function startPages({ answer }: HostOptions, keep: Keep): Promise<Host> {
  const passOn =
    (host: string): RequestListener =>
    ({ url = '', method = '', headers }, outgoing) => {
      const sent = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
      answer?.(new Request(`https://${host}${url}`, { method, headers: sent }))
        .then(async (response) => {
          outgoing.writeHead(response.status, Object.fromEntries(response.headers));
          outgoing.end(Buffer.from(await response.arrayBuffer()));
        })
        .catch(() => outgoing.destroy());
    };
  const { url, dispose } = await startFront(passOn('geo.example'), passOn('pages.example'), keep);
  return {
    dispatchFetch: (target, init) => fetchAs(url, target, init),
    ready: Promise.resolve(new URL(url)),
    dispose,
  };
}

/** Asks the server at one address as the visitor of another, behind a server of the owner's. */
function fetchAs(url: string, target: string, init: RequestInit = {}): Promise<Response> {
  const { host, pathname, protocol, search } = new URL(target);
  const headers = new Headers(init.headers);
  const forwarded = headers.get('cf-connecting-ip') ?? '';
  headers.delete('cf-connecting-ip');
  return new Promise((resolve, reject) => {
    const proxied = { host, 'x-forwarded-for': forwarded, 'x-forwarded-proto': protocol.slice(0, -1) };
    request(url + pathname + search, { headers: { ...Object.fromEntries(headers), ...proxied } }, (incoming) =>
      resolve(
        new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, {
          status: incoming.statusCode ?? 0,
          headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        }),
      ),
    )
      .on('error', reject)
      .end();
  });
}

const lyon = answerRecord({ countryCode: 'FR', city: 'Lyon' });

/** Answers with the text of each page that it is asked for, or `null` where the page broke off. */
async function startPieces(keep: Keep): Promise<Host> {
  let now: { readonly html: string; readonly size: number; readonly breaksOff?: boolean } = { html: '', size: 1 };
  const pages: RequestListener = (_request, outgoing) => {
    const bytes = Buffer.from(now.html);
    const { size, breaksOff = false } = now;
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    for (let at = 0; at < bytes.length; at += size) outgoing.write(bytes.subarray(at, at + size));
    if (breaksOff) setImmediate(() => outgoing.destroy());
    else outgoing.end();
  };
  const { url, dispose } = await startFront(lyon, pages, keep);
  return {
    async dispatchFetch(_target, { body } = {}) {
      const texts: (string | null)[] = [];
      for (const page of JSON.parse(typeof body === 'string' ? body : '[]') as (typeof now)[]) {
        now = page;
        const response = await fetchAs(url, 'https://shop.example/', {
          headers: { accept: 'text/html', 'cf-connecting-ip': '212.27.48.10' },
        }).catch(() => undefined);
        texts.push((await response?.text().catch(() => null)) ?? null);
      }
      return Response.json(texts);
    },
    ready: Promise.resolve(new URL(url)),
    dispose,
  };
}

/** Answers with what leaves before the pages' server has sent the rest, and with what leaves then. */
async function startStreaming(keep: Keep): Promise<Host> {
  let finish: () => void = () => {};
  const pages: RequestListener = (_request, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    outgoing.write('<html><head></head><body><p data-geo-text="{city}">x</p>');
    finish = () => outgoing.end('<p data-geo-text="{country}">y</p>');
  };
  const { url, dispose } = await startFront(lyon, pages, keep);
  return {
    async dispatchFetch(target, init) {
      const reader = (await fetchAs(url, target, init)).body?.pipeThrough(new TextDecoderStream()).getReader();
      let first = '';
      while (!first.includes('</p>')) first += (await reader?.read())?.value ?? '';
      finish();
      let second = '';
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) second += part.value;
      return Response.json([first, second]);
    },
    ready: Promise.resolve(new URL(url)),
    dispose,
  };
}
