import type { log } from '../log.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import type { Store } from './store.ts';

/**
 * Opens PostgreSQL if the operator sets one, otherwise a file in the data directory. The client of PostgreSQL is loaded
 * only if needed.
 *
 * @param report takes what would be logged; the log by default.
 */
export async function openStore(
  settings: { readonly databaseURL: string | undefined; readonly dataDirectory: string },
  report?: typeof log,
): Promise<Store> {
  const { databaseURL, dataDirectory } = settings;
  return databaseURL === undefined
    ? openEmbeddedStore(dataDirectory, report)
    : (await import('./postgres-store.ts')).openPostgresStore(databaseURL, report);
}
