import type { Page } from '@playwright/test';

/** @returns what the database holds, or undefined where there is none; looking creates none. */
export async function databaseContent(page: Page): Promise<Record<string, unknown> | undefined> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'geolet')) return undefined;
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const opening = indexedDB.open('geolet');
    // It may have gone since it was listed; to open it then would create it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await done(opening).catch((error: unknown) => {
      if (opening.error?.name !== 'AbortError') throw error;
    });
    if (!database) return undefined;
    try {
      if (!database.objectStoreNames.contains('records')) return {};
      const records = database.transaction('records').objectStore('records');
      const [keys, values] = [done(records.getAllKeys()), done(records.getAll())];
      const all = await values;
      return Object.fromEntries((await keys).map((key, index) => [key, all[index]]));
    } finally {
      database.close();
    }
  });
}

/** Writes a database of ours as another program may have left it. */
export async function writeDatabase(
  page: Page,
  {
    version = 1,
    store = 'records',
    key = '',
    value,
  }: { version?: number; store?: string; key?: string; value?: unknown },
): Promise<void> {
  await page.evaluate(
    ([version, store, key, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('geolet', version);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('refused')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction(store, 'readwrite');
          if (key) writing.objectStore(store).put(value, key);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    [version, store, key, value] as const,
  );
}

export async function deleteDatabase(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => indexedDB.deleteDatabase('geolet').addEventListener('success', () => resolve())),
  );
}
