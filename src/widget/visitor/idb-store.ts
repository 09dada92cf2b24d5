import { promisifyRequest } from 'idb-keyval';

const databaseName = 'geolet';
const storeName = 'records';

/** @returns undefined after `patienceMs`, or where the browser refuses storage. So do the other functions here. */
export function readRecord(key: string, patienceMs?: number): Promise<unknown> {
  return settle(() => withRecords('readonly', (records) => records.get(key)), patienceMs);
}

export function writeRecord(key: string, value: unknown): Promise<unknown> {
  return settle(() => withRecords('readwrite', (records) => records.put(value, key)));
}

/** Removes the whole database, not only its entries. */
export function removeRecords(): Promise<unknown> {
  return settle(() => promisifyRequest(indexedDB.deleteDatabase(databaseName)));
}

/**
 * Opens a connection for each operation: an open one blocks a newer version in another tab, and may be dead when it is
 * needed. Asking for version 1 fails on a newer database, so that one stays as it is.
 */
async function withRecords<Value>(
  mode: IDBTransactionMode,
  operate: (records: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await promisifyRequest(opening);
  try {
    return await promisifyRequest(operate(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

/**
 * Resolves to undefined on every failure. The async function turns what the browser throws at once (sandboxed frames)
 * into a rejection.
 *
 * @param patienceMs longer by default than a healthy database takes on a slow machine; a broken one may never answer
 *   (https://bugs.webkit.org/show_bug.cgi?id=226547).
 */
function settle(operation: () => Promise<unknown>, patienceMs = 1000): Promise<unknown> {
  const attempt = async () => operation();
  return Promise.race([attempt().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
