import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/service/store/postgres-store.ts';
import type { Account, Store } from '../../src/service/store/store.ts';
import { type StartedService, start } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';

/** An account with websites and a key, as the operator makes them. */
export interface Filled {
  readonly store: Store;
  readonly account: Account;
  readonly key: string;
  readonly keyId: number;
}

export async function fill(databaseURL: string, siteIDs: readonly string[] = []): Promise<Filled> {
  const store = await openPostgresStore(databaseURL);
  onTestFinished(() => store.close());
  const account = await store.createAccount('owner');
  for (const siteID of siteIDs) await store.addSite(account, siteID);
  const { id, key } = await store.issueKey(account, { scopes: ['read', 'delete'] });
  return { store, account, key, keyId: id };
}

/** Copies of the service, each a process with a directory of its own that holds nothing. */
export function startCopies(count: number, environment: Readonly<Record<string, string>>): Promise<StartedService[]> {
  return Promise.all(Array.from({ length: count }, () => start({ DATA_DIR: temporaryDirectory(), ...environment })));
}

/** A request for a record. */
export function read(copy: StartedService, key: string): Promise<Response> {
  return fetch(`${copy.url}/beta/api/get-visitor-data`, {
    headers: { authorization: `Bearer ${key}`, 'x-visitor-ip': '8.8.8.8' },
  });
}

export function remove(copy: StartedService, key: string, siteID: string): Promise<Response> {
  return fetch(`${copy.url}/beta/api/delete-website/${siteID}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
}

export function tally(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Asks until the answer has the status, also where none comes meanwhile. The test's own time is the limit. */
export async function untilStatus(status: number, ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask().catch(() => undefined);
    if (response?.status === status) return response;
    await response?.body?.cancel();
    await setImmediate();
  }
}
