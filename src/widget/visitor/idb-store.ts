import { promisifyRequest } from 'idb-keyval';

const databaseName = 'geolet';
const storeName = 'records';

/** @returns undefined where the browser refuses storage; so do the others, and each ends within its patience. */
export function readRecord(key: string, patienceMs?: number): Promise<unknown> {
  return settle(() => withRecords('readonly', (records) => records.get(key)), patienceMs);
}

export function writeRecord(key: string, value: unknown): Promise<unknown> {
  return settle(() => withRecords('readwrite', (records) => records.put(value, key)));
}

/** Leaves no database behind, not even an empty one. */
export function removeRecords(): Promise<unknown> {
  return settle(() => promisifyRequest(indexedDB.deleteDatabase(databaseName)));
}

/**
 * A connection for each operation: one that is held blocks a newer version in another tab, and may be dead when it is
 * needed again. Asking for version 1 fails on a newer database, which is so left alone.
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
 * The browser also refuses by throwing at once (sandboxed frames), which the async function turns into a rejection.
 *
 * @param patienceMs by default longer than a healthy database takes on a slow machine; a broken one may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547).
 */
function settle(operation: () => Promise<unknown>, patienceMs = 1000): Promise<unknown> {
  const attempt = async () => operation();
  return Promise.race([attempt().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
