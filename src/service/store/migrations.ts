import type { Client } from '@libsql/client';
import { OperatorError } from '../operator-error.ts';

/** Each list brings the store from one version to the next. A list that was released is never changed. */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE accounts (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      created_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE sites (
      site_id TEXT PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES accounts (id),
      added_at TEXT NOT NULL
    ) STRICT`,
    'CREATE INDEX sites_by_account ON sites (account_id)',
    `CREATE TABLE keys (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES accounts (id),
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      created_at TEXT NOT NULL,
      expires_at TEXT,
      revoked_at TEXT
    ) STRICT`,
  ],
  ['ALTER TABLE keys ADD COLUMN last_used_at TEXT'],
];

/**
 * Brings a store up to date in one transaction, also when other processes start at the same time. It is a batch, since
 * the embedded client blocks the event loop while it waits for a lock: nothing may be awaited while a lock is held.
 */
export async function migrate(client: Client): Promise<void> {
  const version = await checkVersion(client);
  if (version === migrations.length) return;
  try {
    await client.batch([...migrations.slice(version).flat(), `PRAGMA user_version = ${migrations.length}`], 'write');
  } catch (error) {
    // Another process may have done it meanwhile.
    if ((await versionOf(client)) !== migrations.length) throw error;
  }
}

/** @returns the version of the store. @throws OperatorError when it is a later one than this program knows. */
export async function checkVersion(client: Client): Promise<number> {
  const version = await versionOf(client);
  if (version > migrations.length) throw new OperatorError('it was written by a newer Geolet: start that one');
  return version;
}

async function versionOf(client: Client): Promise<number> {
  return Number((await client.execute('PRAGMA user_version')).rows[0]?.[0]);
}
