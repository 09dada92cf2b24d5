import { promisifyRequest } from 'idb-keyval';
import { attempt } from '../../rules/attempt.ts';

const databaseName = 'geolet';
const storeName = 'records';

/** @returns undefined if there is none, where the browser refuses storage, and after `patienceMs`: a broken database may never answer
 *   (https://bugs.webkit.org/show_bug.cgi?id=226547). */
export function readRecord(key: string, patienceMs = 1000): Promise<unknown> {
  return Promise.race([
    withRecords('readonly', (records) => records.get(key)),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]);
}

/** Does nothing where the browser refuses storage. */
export function writeRecord(key: string, value: unknown): void {
  void withRecords('readwrite', (records) => records.put(value, key));
}

/** Removes the whole database, not only its entries. */
export function removeRecords(): void {
  attempt(() => indexedDB.deleteDatabase(databaseName));
}

/**
 * Opens a connection for each operation: an open one blocks a newer version in another tab, and may be dead when it is
 * needed. Asking for version 1 fails on a newer database, so that one stays as it is.
 */
async function withRecords<Value>(
  mode: IDBTransactionMode,
  operate: (records: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  let database: IDBDatabase | undefined;
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    database = await promisifyRequest(opening);
    return await promisifyRequest(operate(database.transaction(storeName, mode).objectStore(storeName)));
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
