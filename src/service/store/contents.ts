import { dateOf, isScope, optionalDateOf, type Row, textOf } from './rows.ts';
import type { StoreContents } from './store.ts';

/** @param schema ends with a dot, or is empty. */
export function contentsQueries(schema: string): readonly [accounts: string, sites: string, keys: string] {
  const ofAccounts = (table: string) =>
    `SELECT a.name AS account, ${table}.* FROM ${schema}${table} JOIN ${schema}accounts a ON a.id = ${table}.account_id`;
  return [
    `SELECT name, created_at FROM ${schema}accounts ORDER BY id`,
    `${ofAccounts('sites')} ORDER BY site_id`,
    `${ofAccounts('keys')} ORDER BY keys.id`,
  ];
}

export function contentsOf(accounts: readonly Row[], sites: readonly Row[], keys: readonly Row[]): StoreContents {
  return {
    accounts: accounts.map((row) => ({ name: textOf(row, 'name'), createdAt: dateOf(row, 'created_at') })),
    sites: sites.map((row) => ({
      account: textOf(row, 'account'),
      siteID: textOf(row, 'site_id'),
      addedAt: dateOf(row, 'added_at'),
    })),
    keys: keys.map((row) => ({
      account: textOf(row, 'account'),
      hash: textOf(row, 'hash'),
      scopes: textOf(row, 'scopes').split(',').filter(isScope),
      createdAt: dateOf(row, 'created_at'),
      expiresAt: optionalDateOf(row, 'expires_at'),
      revokedAt: optionalDateOf(row, 'revoked_at'),
      lastUsedAt: optionalDateOf(row, 'last_used_at'),
    })),
  };
}

export interface Statement {
  /** With `?` for each argument. */
  readonly sql: string;
  readonly args: (string | null)[];
}

/**
 * Adds what is not there. Of a key that is there, the stricter of both counts, so that a key which is revoked in one
 * store is not accepted by the other.
 *
 * @param schema ends with a dot, or is empty.
 */
export function additionsOf({ accounts, sites, keys }: StoreContents, schema: string): Statement[] {
  const account = `(SELECT id FROM ${schema}accounts WHERE name = ?)`;
  const later = (column: string) =>
    `CASE WHEN held.${column} IS NULL OR excluded.${column} > held.${column} THEN excluded.${column} ELSE held.${column} END`;
  return [
    ...accounts.map(({ name, createdAt }) => ({
      sql: `INSERT INTO ${schema}accounts (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`,
      args: [name, createdAt.toISOString()],
    })),
    ...sites.map((site) => ({
      sql: `INSERT INTO ${schema}sites (site_id, account_id, added_at) VALUES (?, ${account}, ?) ON CONFLICT (site_id) DO NOTHING`,
      args: [site.siteID, site.account, site.addedAt.toISOString()],
    })),
    ...keys.map((key) => ({
      sql: `INSERT INTO ${schema}keys AS held (account_id, hash, scopes, created_at, expires_at, revoked_at, last_used_at)
        VALUES (${account}, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (hash) DO UPDATE SET
          revoked_at = coalesce(held.revoked_at, excluded.revoked_at),
          expires_at = CASE WHEN held.expires_at IS NULL OR excluded.expires_at < held.expires_at
            THEN excluded.expires_at ELSE held.expires_at END,
          last_used_at = ${later('last_used_at')}`,
      args: [
        key.account,
        key.hash,
        key.scopes.join(','),
        key.createdAt.toISOString(),
        key.expiresAt?.toISOString() ?? null,
        key.revokedAt?.toISOString() ?? null,
        key.lastUsedAt?.toISOString() ?? null,
      ],
    })),
  ];
}
