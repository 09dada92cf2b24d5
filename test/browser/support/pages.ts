import { createServer, type RequestListener } from 'node:http';
import { createPagesListener } from '../../../src/pages/node/pages.ts';
import { createNodeTransport } from '../../../src/proxy/node/transport.ts';
import type { PageOptions } from '../../../src/pages/front/page-options.ts';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import type { Site } from '../../support/site.ts';
import { test as base } from './test.ts';
import { listen } from '../../support/loopback.ts';

interface Front {
  readonly url: string;
  /** Paths that came to the front. */
  readonly requests: string[];
}

/** The proxy in front of the site's pages; the site itself answers for nothing else then. */
export const test = base.extend<{
  readonly front: (options?: Partial<PageOptions>, proxy?: Partial<ProxyOptions>) => Promise<Front>;
}>({
  front: async ({ site }, use) => {
    const closing: (() => void)[] = [];
    await use(async (options = {}, proxy = {}) => {
      const { listener, requests } = frontOf(site, options, proxy);
      const server = createServer(listener);
      const url = await listen(server);
      closing.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return { url, requests };
    });
    for (const close of closing) close();
  },
});

function frontOf(
  site: Site,
  pages: Partial<PageOptions>,
  proxy: Partial<ProxyOptions>,
): { listener: RequestListener; requests: string[] } {
  const upstream = { upstream: process.env.GEOLET_TEST_UPSTREAM ?? '', key: process.env.GEOLET_TEST_KEY ?? '' };
  const requests: string[] = [];
  const listener = createPagesListener(
    { ...upstream, limit: 0, trust: 1, transport: createNodeTransport(), ...proxy },
    { origin: site.url, budgetMs: 10_000, ...pages },
  );
  return {
    requests,
    listener: (incoming, outgoing) => {
      requests.push(incoming.url ?? '');
      // As a server in front would say.
      incoming.headers['x-forwarded-for'] = site.visitor;
      incoming.rawHeaders.push('x-forwarded-for', site.visitor);
      listener(incoming, outgoing);
    },
  };
}
