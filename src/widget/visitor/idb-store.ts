import { createStore, del, get, set } from 'idb-keyval';

/** Longer than any healthy database takes; a broken one may never answer (https://bugs.webkit.org/show_bug.cgi?id=226547). */
const patienceMs = 250;

/** The cache of record. Every call ends within `patienceMs`, and with undefined where the browser refuses storage. */
export interface RecordStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<unknown>;
  remove(key: string): Promise<unknown>;
}

export function createIdbStore(): RecordStore {
  const store = createStore('geolet', 'records');
  return {
    read: (key) => settle(() => get(key, store)),
    write: (key, value) => settle(() => set(key, value, store)),
    remove: (key) => settle(() => del(key, store)),
  };
}

/** `indexedDB.open` also throws synchronously (sandboxed frames), which the async function turns into a rejection. */
function settle<Value>(operation: () => Promise<Value>): Promise<Value | undefined> {
  const attempt = async () => operation();
  return Promise.race([attempt().catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
}
