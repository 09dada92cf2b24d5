import { createGeolet } from '../../src/pages/server/index.ts';
import { express } from '../workers/packages.ts';
import { startService } from './on-node.ts';
import { pagesOf, serve, type Site, type Surface } from './surface.ts';

/** Pages of an Express application that `geolet/server` writes. */
export async function startExpressPages(site: Site): Promise<Surface> {
  const upstream = await startService(site);
  const geolet = createGeolet({ ...upstream.options, pages: { budgetMs: 10_000, prices: site.priceBook?.lists } });
  const application = express();
  application.use(geolet.middleware);
  const pages = pagesOf(site);
  application.use((request, response) => pages(request, response));
  const { url, close } = await serve(application);
  return {
    embedded: true,
    addressOf: (path) => url + path,
    close: async () => void (await Promise.all([close(), upstream.close()])),
  };
}
