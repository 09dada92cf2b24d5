import type { Store } from '../store/store.ts';
import { readArguments, type Result } from './arguments.ts';

export async function backUp(store: Store, args: readonly string[]): Promise<Result> {
  const path = readArguments(args, {}, 'FILE').positionals[0] ?? '';
  await store.backUp(path);
  return { text: `Wrote ${path}. To restore it, stop the service and put it back as service.db in DATA_DIR.`, json: { path } };
}
