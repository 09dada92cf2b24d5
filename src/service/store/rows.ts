import type { Scope } from '../../record/operations.ts';
import type { Account, Site, StoredKey } from './store.ts';

/** What any store's driver returns. */
export type Row = Readonly<Record<string, unknown>>;

export function accountOf(row: Row): Account {
  return { id: number(row, 'id'), name: text(row, 'name') };
}

export function siteOf(row: Row): Site {
  return { siteID: text(row, 'site_id'), addedAt: date(row, 'added_at') };
}

export function keyOf(row: Row): StoredKey {
  return {
    id: number(row, 'id'),
    accountId: number(row, 'account_id'),
    scopes: text(row, 'scopes').split(',').filter(isScope),
    createdAt: date(row, 'created_at'),
    expiresAt: optionalDate(row, 'expires_at'),
    revokedAt: optionalDate(row, 'revoked_at'),
    lastUsedAt: optionalDate(row, 'last_used_at'),
  };
}

export function isScope(text: string): text is Scope {
  return text === 'read' || text === 'delete';
}

/** A store that somebody else wrote to is no reason to let anybody in. */
function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`The store has no text in ${column}.`);
  return value;
}

function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`The store has no number in ${column}.`);
  return value;
}

/** A date that can't be read is long past: an expiry nobody understands lets nobody in. */
function optionalDate(row: Row, column: string): Date | undefined {
  if (row[column] === null) return undefined;
  const found = date(row, column);
  return Number.isNaN(found.getTime()) ? new Date(0) : found;
}

/** SQLite has no type for dates. */
function date(row: Row, column: string): Date {
  const value = row[column];
  return value instanceof Date ? value : new Date(text(row, column));
}
