import { createStore, get, set, type UseStore } from 'idb-keyval';
import { attempt } from '../../rules/attempt.ts';

const databaseName = 'geolet';

/**
 * Opens a connection for each operation, and closes it behind that: an open one holds up a deletion and a newer version
 * in another tab, and may be dead when it is needed.
 */
const records: UseStore = async (mode, operate) =>
  createStore(databaseName, 'records')(mode, (store) => {
    const operated = operate(store);
    store.transaction.db.close();
    return operated;
  });

/** @returns undefined if there is none, where the browser refuses storage, and after `patienceMs`: a broken database may never answer
 *   (https://bugs.webkit.org/show_bug.cgi?id=226547). */
export function readRecord(key: string, patienceMs = 1000): Promise<unknown> {
  return Promise.race([
    get(key, records).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]);
}

/** Does nothing where the browser refuses storage. */
export function writeRecord(key: string, value: unknown): void {
  set(key, value, records).catch(() => undefined);
}

/** Removes the whole database, not only its entries. */
export function removeRecords(): void {
  attempt(() => indexedDB.deleteDatabase(databaseName));
}
