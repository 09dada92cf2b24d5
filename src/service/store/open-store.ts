import { openEmbeddedStore } from './embedded-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

/** PostgreSQL where the operator names one, else a file in the data directory. */
export function openStore(settings: { readonly databaseURL: string | undefined; readonly dataDirectory: string }): Promise<Store> {
  const { databaseURL, dataDirectory } = settings;
  return databaseURL === undefined ? openEmbeddedStore(dataDirectory) : openPostgresStore(databaseURL);
}
