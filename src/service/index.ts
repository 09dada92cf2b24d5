import { type Configuration, defaultConfiguration } from './configuration.ts';
import { type GeoData, openGeoData } from './geo/geo-data.ts';
import { watchGeoData } from './geo/watch.ts';
import { openLimiters } from './limits/open-limiters.ts';
import { createMetrics } from './metrics.ts';
import { listen, type ListenOptions, type RunningServer } from './node.ts';
import { createService } from './service.ts';
import { KeyUsage } from './store/key-usage.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

export { type Configuration, readConfiguration } from './configuration.ts';
export { ageInDays } from './health.ts';
export { OperatorError } from './operator-error.ts';

/** A whole service in this process. */
export interface OpenService {
  /** Serves over HTTP; 127.0.0.1:8090 or what the configuration says. `port: 0` takes any free port. */
  listen(options?: Partial<ListenOptions>): Promise<RunningServer>;
  /** Accounts, websites and keys. */
  readonly store: Store;
  /** The geo data in use, with their dates and the links that their licences require. */
  readonly geo: GeoData;
  /** Reads the geo data again, now. If a file is refused, all old ones stay in use, and the log says why. */
  reload(): Promise<void>;
  /** Makes `/ready` say no. The service still responds until `close`. */
  drain(): void;
  /** Accepts no new connections, waits for running requests, then closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store and the geo data and creates the service. What the configuration leaves out takes its default. It
 * does not read the environment (see `readConfiguration`). A caller that needs a key creates one:
 *
 * ```ts const service = await openService({ dataDirectory: 'data' }); const account = (await
 * service.store.findAccount('demo')) ?? (await service.store.createAccount('demo')); const { key } = await
 * service.store.issueKey(account, { scopes: ['read'] }); const { url } = await service.listen({ port: 0 }); ```
 *
 * @throws OperatorError when the data directory or a database that was named can't be used.
 */
export async function openService(configuration: Partial<Configuration> = {}): Promise<OpenService> {
  const settings = { ...defaultConfiguration, ...configuration };
  const geo = openGeoData(settings.databases, settings.dataDirectory);
  const metrics = createMetrics(geo);
  const limiters = await openLimiters(settings);
  const store = await openStore(settings).catch(async (error: unknown) => {
    await limiters.close();
    throw error;
  });
  const usage = new KeyUsage(store);
  const { trustedProxies, logRequests } = settings;
  const noteUse = (keyId: number) => usage.note(keyId);
  const service = createService({ geo, store, limiters, trustedProxies, metrics, logRequests, noteUse });
  const watch = watchGeoData(geo, settings.dataPollSeconds, metrics);
  const servers: RunningServer[] = [];
  return {
    store,
    geo,
    async listen(options) {
      const server = await listen(service, { host: settings.host, port: settings.port, ...options });
      servers.push(server);
      return server;
    },
    reload: () => watch.take(),
    drain() {
      metrics.isDraining = true;
      for (const server of servers) server.drain();
    },
    async close() {
      watch.close();
      await Promise.all(servers.map((server) => server.close()));
      await usage.close();
      await Promise.all([store.close(), limiters.close()]);
    },
  };
}
