import { backUpFile } from '../store/back-up.ts';
import type { Store } from '../store/store.ts';
import { readArguments, type Result } from './arguments.ts';

export async function backUp(store: Store, args: readonly string[]): Promise<Result> {
  const path = backUpFile(readArguments(args, {}, 'FILE|FOLDER').positionals[0] ?? '');
  await store.backUp(path);
  const restore =
    'stop the service, delete service.db, service.db-wal and service.db-shm in DATA_DIR, and put it there as service.db';
  return { text: `Wrote ${path}. To restore it, ${restore}.`, json: { path } };
}
