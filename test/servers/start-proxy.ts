import type { Server } from 'node:http';
import { readEnvironment } from '../../src/adapters/node/environment.ts';
import { createNodeServer, createNodeTransport, toNodeListener } from '../../src/adapters/node/index.ts';
import { createPagesListener } from '../../src/pages/node/pages-listener.ts';
import { createResponder } from '../../src/proxy/proxy.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
}

/** A proxy where the documentation has it, with the settings of a recipe, and for the moment with `GEOLET_EXPOSE=IP`, as the check there wants. */
export async function startProxy({ url, key }: Service, settings: Readonly<Record<string, string>>): Promise<Server> {
  const { proxy, pages, host, port } = readEnvironment({
    GEOLET_KEY: key,
    GEOLET_UPSTREAM: url,
    GEOLET_EXPOSE: 'IP',
    GEOLET_LIMIT: '0',
    GEOLET_TIMEOUT_MS: '20000',
    ...settings,
  });
  const options = { transport: createNodeTransport(), log: () => {}, ...proxy };
  const server = createNodeServer(
    pages ? createPagesListener(options, pages) : toNodeListener(createResponder(options)),
    { behindServers: (proxy.trust ?? 'none') !== 'none' },
  );
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return server;
}
