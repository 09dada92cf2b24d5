import { openEmbeddedStore } from './embedded-store.ts';
import type { Store } from './store.ts';

/** PostgreSQL where the operator names one, else a file in the data directory. Only that loads its client. */
export async function openStore(settings: { readonly databaseURL: string | undefined; readonly dataDirectory: string }): Promise<Store> {
  const { databaseURL, dataDirectory } = settings;
  return databaseURL === undefined ? openEmbeddedStore(dataDirectory) : (await import('./postgres-store.ts')).openPostgresStore(databaseURL);
}
