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
];

/** Brings a store up to date in one transaction, whoever else starts at the same time. */
export async function migrate(client: Client): Promise<void> {
  const transaction = await client.transaction('write');
  try {
    const version = Number((await transaction.execute('PRAGMA user_version')).rows[0]?.[0]);
    if (version > migrations.length) throw new OperatorError('The store was written by a newer Geolet: start that one.');
    for (const statements of migrations.slice(version)) {
      for (const statement of statements) await transaction.execute(statement);
    }
    await transaction.execute(`PRAGMA user_version = ${migrations.length}`);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}
