import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkWritable } from '../http/writable-folder.ts';
import type { Configuration } from './configuration.ts';
import { openLimiters } from './limits/open-limiters.ts';
import { OperatorError } from './operator-error.ts';
import { checkEmbeddedStore } from './store/embedded-store.ts';

/**
 * Whether the folder, the store and the counter can be used that a start would open. Changes nothing.
 *
 * @param look `hasStore`: with accounts and keys, as the API needs them.
 * @throws OperatorError.
 */
export async function checkResources(
  configuration: Configuration,
  { hasStore }: { readonly hasStore: boolean },
): Promise<void> {
  const { dataDirectory, databaseURL, renewsData } = configuration;
  if (renewsData || (hasStore && databaseURL === undefined)) checkFolder(dataDirectory);
  if (!hasStore) return;
  if (databaseURL !== undefined) await (await import('./store/postgres-store.ts')).checkPostgresStore(databaseURL);
  else if (existsSync(join(dataDirectory, 'service.db'))) await checkEmbeddedStore(dataDirectory);
  await (await openLimiters(configuration)).close();
}

function checkFolder(dataDirectory: string): void {
  try {
    checkWritable(dataDirectory);
  } catch (cause) {
    throw new OperatorError(`DATA_DIR: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      setting: 'DATA_DIR',
    });
  }
}
