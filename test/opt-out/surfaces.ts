import { createPagesListener } from '../../src/pages/node/pages-listener.ts';
import { toNodeListener } from '../../src/proxy/node/listener.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy/proxy.ts';
import { files, pages, pathOf, serve, service, type Surface } from './surface.ts';

async function startService(): Promise<{ readonly options: ProxyOptions; readonly close: () => Promise<void> }> {
  const { url, close } = await serve(service);
  const options = { upstream: url, key: 'glt_matrix', limit: 0, cacheSeconds: 0, trust: 1, files, log: () => {} };
  return { options, close };
}

/** The built files in a page as its owner wrote it, with a proxy beside it. */
export async function startBrowserPages(): Promise<Surface> {
  const upstream = await startService();
  const proxy = createProxy(upstream.options);
  const ask = toNodeListener(proxy);
  const { url, close } = await serve((request, response) => (request.url === '/geo' ? ask : pages)(request, response));
  return {
    embedded: false,
    addressOf: (consent) => url + pathOf(consent),
    close: async () => void (await Promise.all([close(), upstream.close()])),
  };
}

/** Pages that the proxy writes on Node. */
export async function startNodePages(): Promise<Surface> {
  const upstream = await startService();
  const origin = await serve(pages);
  const { url, close } = await serve(createPagesListener(upstream.options, { origin: origin.url, budgetMs: 10_000 }));
  return {
    embedded: true,
    addressOf: (consent) => url + pathOf(consent),
    close: async () => void (await Promise.all([close(), origin.close(), upstream.close()])),
  };
}
