import type { Scope } from '../../record/operations.ts';
import type { Account, Site, StoredKey } from './store.ts';

/** A row, as the driver of any store returns it. */
export type Row = Readonly<Record<string, unknown>>;

export function accountOf(row: Row): Account {
  return { id: numberOf(row, 'id'), name: textOf(row, 'name') };
}

export function siteOf(row: Row): Site {
  return { siteID: textOf(row, 'site_id'), addedAt: dateOf(row, 'added_at') };
}

export function keyOf(row: Row): StoredKey {
  return {
    id: numberOf(row, 'id'),
    accountId: numberOf(row, 'account_id'),
    scopes: textOf(row, 'scopes').split(',').filter(isScope),
    createdAt: dateOf(row, 'created_at'),
    expiresAt: optionalDateOf(row, 'expires_at'),
    revokedAt: optionalDateOf(row, 'revoked_at'),
    lastUsedAt: optionalDateOf(row, 'last_used_at'),
  };
}

export function isScope(text: string): text is Scope {
  return text === 'read' || text === 'delete';
}

/** Throws on unexpected values: another program may have written to the store, and no caller is let in by mistake. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`The store has no text in ${column}.`);
  return value;
}

function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`The store has no number in ${column}.`);
  return value;
}

/** A date that can't be read counts as long past, so that a key with a broken expiry is refused. */
export function optionalDateOf(row: Row, column: string): Date | undefined {
  if (row[column] === null) return undefined;
  const found = dateOf(row, column);
  return Number.isNaN(found.getTime()) ? new Date(0) : found;
}

/** SQLite has no type for dates. */
export function dateOf(row: Row, column: string): Date {
  const value = row[column];
  return value instanceof Date ? value : new Date(textOf(row, column));
}
