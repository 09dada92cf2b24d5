import { startWorker } from '../workers/start-worker.ts';
import { widgetFileName } from '../../src/proxy/widget-files.ts';
import { files, serve, type Site, type Surface } from './surface.ts';

/** Pages that the proxy writes on Cloudflare's runtime. */
export async function startWorkerPages(site: Site): Promise<Surface> {
  const closing: (() => Promise<void>)[] = [];
  const worker = await startWorker(
    'pages',
    {
      answer: (request) => answer(site, request),
      bindings: { ...(site.priceBook && { PRICES: site.priceBook.lists }) },
    },
    (close) => void closing.push(close as () => Promise<void>),
  );
  const front = await serve((request, response) => {
    // What Cloudflare says of the visitor, here from a header that the test's browser sends.
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      if (!/^(host|connection|x-forwarded-for)$/.test(name)) headers[name] = String(value);
    headers['cf-connecting-ip'] = String(request.headers['x-forwarded-for'] ?? '127.0.0.1');
    worker
      .dispatchFetch(`http://${request.headers.host}${request.url}`, { headers })
      .then(async (answered) => {
        const kept = [...answered.headers].filter(
          ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
        );
        response.writeHead(answered.status, Object.fromEntries(kept)).end(Buffer.from(await answered.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  return {
    embedded: true,
    addressOf: (path) => front.url + path,
    close: async () => {
      for (const close of [front.close, ...closing]) await close();
    },
  };
}

/** Stands for the service and for the pages' server. */
async function answer(site: Site, request: Request): Promise<Response> {
  const { host, pathname } = new URL(request.url);
  if (host === 'geo.example') return Response.json(site.recordOf(request.headers.get('x-visitor-ip') ?? ''));
  if (pathname === site.priceBook?.path) return Response.json(site.priceBook.lists);
  const name = widgetFileName(pathname);
  const file = name === undefined ? undefined : await files(name, []);
  if (name === undefined)
    return new Response(site.pageOf(pathname), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const type = name.endsWith('.json') ? 'application/json' : 'text/javascript';
  return new Response(file?.body, { status: file ? 200 : 404, headers: { 'content-type': type } });
}
