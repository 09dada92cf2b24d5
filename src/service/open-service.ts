import { type Configuration, defaultConfiguration } from './configuration.ts';
import { openLimiters, type OpenLimiters } from './limits/open-limiters.ts';
import { createMetrics } from './metrics.ts';
import { listen, type ListenOptions, type RunningServer } from './node.ts';
import { createService } from './service.ts';
import { KeyUsage } from './store/key-usage.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { openVisitorData, type VisitorData } from './visitor-data.ts';

/** A whole service in this process. */
export interface OpenService extends VisitorData {
  /** Serves over HTTP; 127.0.0.1:8090 or what the configuration says. `port: 0` takes any free port. */
  listen(options?: Partial<ListenOptions>): Promise<RunningServer>;
  /** Accounts, websites and keys. */
  readonly store: Store;
  /** Makes `/ready` say no. The service still responds until `close`. */
  drain(): void;
  /** Accepts no new connections, waits for running requests, then closes the store. */
  close(): Promise<void>;
}

/** As `openService` of index.ts, which loads this file and all that it needs. */
export async function openService(configuration: Partial<Configuration> = {}): Promise<OpenService> {
  const settings = { ...defaultConfiguration, ...configuration };
  const data = openVisitorData(settings, (result) => metrics.countReload(result));
  const metrics = createMetrics(data.geo);
  const { store, limiters } = await openShared(settings).catch(async (error: unknown) => {
    await data.close();
    throw error;
  });
  const usage = new KeyUsage(store);
  const { trustedProxies, logRequests } = settings;
  const noteUse = (keyId: number) => usage.note(keyId);
  const service = createService({ geo: data.geo, store, limiters, trustedProxies, metrics, logRequests, noteUse });
  const servers: RunningServer[] = [];
  return {
    ...data,
    store,
    async listen(options) {
      const server = await listen(service, { host: settings.host, port: settings.port, ...options });
      servers.push(server);
      return server;
    },
    drain() {
      metrics.isDraining = true;
      for (const server of servers) server.drain();
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await data.close();
      await usage.close();
      await Promise.all([store.close(), limiters.close()]);
    },
  };
}

/** What copies of the service may have in common. */
async function openShared(settings: Configuration): Promise<{ store: Store; limiters: OpenLimiters }> {
  const limiters = await openLimiters(settings);
  try {
    return { store: await openStore(settings), limiters };
  } catch (error) {
    await limiters.close();
    throw error;
  }
}
