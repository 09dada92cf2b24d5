import type { log } from '../log.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import type { Store } from './store.ts';

/**
 * PostgreSQL where the operator names one, else a file in the data directory. Only that loads its client.
 *
 * @param tell takes what there is to log; default the log.
 */
export async function openStore(
  settings: { readonly databaseURL: string | undefined; readonly dataDirectory: string },
  tell?: typeof log,
): Promise<Store> {
  const { databaseURL, dataDirectory } = settings;
  return databaseURL === undefined
    ? openEmbeddedStore(dataDirectory, tell)
    : (await import('./postgres-store.ts')).openPostgresStore(databaseURL, tell);
}
