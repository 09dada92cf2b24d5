import { createPagesListener } from '../../src/pages/node/pages-listener.ts';
import { toNodeListener } from '../../src/proxy/node/listener.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy/proxy.ts';
import { files, pagesOf, serve, serviceOf, type Site, type Surface } from './surface.ts';

/** The service, and what a proxy needs to ask it. */
export async function startService(
  site: Site,
): Promise<{ readonly options: ProxyOptions; readonly close: () => Promise<void> }> {
  const { url, close } = await serve(serviceOf(site));
  const options = { upstream: url, key: 'glt_matrix', limit: 0, cacheSeconds: 0, trust: 1, files, log: () => {} };
  return { options, close };
}

/** The built files in a page as its owner wrote it, with a proxy beside it. */
export async function startBrowserPages(site: Site): Promise<Surface> {
  const upstream = await startService(site);
  const ask = toNodeListener(createProxy(upstream.options));
  const pages = pagesOf(site);
  const { url, close } = await serve((request, response) => (request.url === '/geo' ? ask : pages)(request, response));
  return {
    embedded: false,
    addressOf: (path) => url + path,
    close: async () => void (await Promise.all([close(), upstream.close()])),
  };
}

/** Pages that the proxy writes on Node. */
export async function startNodePages(site: Site): Promise<Surface> {
  const upstream = await startService(site);
  const origin = await serve(pagesOf(site));
  const { url, close } = await serve(
    createPagesListener(upstream.options, { origin: origin.url, budgetMs: 10_000, prices: site.priceBook?.lists }),
  );
  return {
    embedded: true,
    addressOf: (path) => url + path,
    close: async () => void (await Promise.all([close(), origin.close(), upstream.close()])),
  };
}
