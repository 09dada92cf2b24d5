import { get, promisifyRequest, set, type UseStore } from 'idb-keyval';

/** Longer than any healthy database takes; a broken one may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547). */
const patienceMs = 250;

const databaseName = 'geolet';
const storeName = 'records';

/** @returns undefined where the browser refuses storage; so do the others, and each ends within `patienceMs`. */
export function readRecord(key: string): Promise<unknown> {
  return settle(() => get(key, withRecords));
}

export function writeRecord(key: string, value: unknown): Promise<unknown> {
  return settle(() => set(key, value, withRecords));
}

/** Leaves no database behind, not even an empty one. */
export function removeRecords(): Promise<unknown> {
  return settle(() => promisifyRequest(indexedDB.deleteDatabase(databaseName)));
}

/**
 * A connection for each operation: one that is held blocks a newer version in another tab, and may be dead when it is
 * needed again. Asking for version 1 fails on a newer database, which is so left alone.
 */
const withRecords: UseStore = async (mode, operate) => {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await promisifyRequest(opening);
  try {
    return await operate(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    database.close();
  }
};

/** `indexedDB.open` also throws synchronously (sandboxed frames), which the async function turns into a rejection. */
function settle<Value>(operation: () => Promise<Value>): Promise<Value | undefined> {
  const attempt = async () => operation();
  return Promise.race([attempt().catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
}
