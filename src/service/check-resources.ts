import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

/** A folder that is not there yet is made at the start, in the nearest one that is. */
function checkFolder(dataDirectory: string): void {
  let folder = resolve(dataDirectory);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    // The right to look up names in it, too.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new OperatorError(
      `DATA_DIR: this user can't write into ${folder} (${cause instanceof Error ? cause.message : String(cause)}): ` +
        'let it belong to the user of the program, or name another folder',
      { cause, setting: 'DATA_DIR' },
    );
  }
}
