import { closeSync, fchmodSync, fstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, LibsqlError } from '@libsql/client';
import { OperatorError } from '../operator-error.ts';
import { createApiKey, hashApiKey } from './api-key.ts';
import { accountTaken, checkAccountName, checkSiteID, siteTaken } from './checks.ts';
import { migrate } from './migrations.ts';
import { accountOf, keyOf, siteOf } from './rows.ts';
import type { Account, KeyOptions, Site, SiteDeletion, Store, StoredKey } from './store.ts';

/**
 * Opens, or makes, the store in a data directory: one SQLite file, which several processes may use at a time. What was
 * answered is on disk, also after `kill -9` or a power cut.
 *
 * @throws OperatorError when the directory or the file can't be used.
 */
export async function openEmbeddedStore(dataDirectory: string): Promise<Store> {
  const path = resolve(dataDirectory, 'service.db');
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    // A directory that was there before may be open to others. What SQLite puts beside the file has its mode.
    const file = openSync(path, 'a', ownerOnly);
    if (fstatSync(file).uid === process.getuid?.()) fchmodSync(file, ownerOnly);
    closeSync(file);
    const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 5000 });
    await client.execute('PRAGMA journal_mode = WAL');
    await client.execute('PRAGMA synchronous = FULL');
    await client.execute('PRAGMA foreign_keys = ON');
    await migrate(client);
    return new EmbeddedStore(client);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`DATA_DIR: ${path} can't be used as store: ${reason}`, { cause });
  }
}

/** Nobody else of the machine reads whose websites these are. */
const ownerOnly = 0o600;

class EmbeddedStore implements Store {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async createAccount(name: string): Promise<Account> {
    checkAccountName(name);
    const { rows } = await this.#insert(
      'INSERT INTO accounts (name, created_at) VALUES (?, ?) RETURNING id',
      [name, now()],
      accountTaken(name),
    );
    return { id: Number(rows[0]?.['id']), name };
  }

  async findAccount(name: string): Promise<Account | undefined> {
    const { rows } = await this.#client.execute('SELECT id, name FROM accounts WHERE name = ?', [name]);
    return rows.map(accountOf)[0];
  }

  async listAccounts(): Promise<readonly Account[]> {
    return (await this.#client.execute('SELECT id, name FROM accounts ORDER BY name')).rows.map(accountOf);
  }

  async addSite(account: Account, siteID: string): Promise<void> {
    checkSiteID(siteID);
    await this.#insert(
      'INSERT INTO sites (site_id, account_id, added_at) VALUES (?, ?, ?)',
      [siteID, account.id, now()],
      siteTaken(siteID),
    );
  }

  async listSites(account: Account): Promise<readonly Site[]> {
    const { rows } = await this.#client.execute('SELECT site_id, added_at FROM sites WHERE account_id = ? ORDER BY site_id', [account.id]);
    return rows.map(siteOf);
  }

  async deleteSite(accountId: number, siteID: string): Promise<SiteDeletion> {
    const [deleted, left] = await this.#client.batch(
      [
        { sql: 'DELETE FROM sites WHERE site_id = ? AND account_id = ?', args: [siteID, accountId] },
        { sql: 'SELECT 1 FROM sites WHERE site_id = ?', args: [siteID] },
      ],
      'write',
    );
    if (deleted?.rowsAffected === 1) return 'deleted';
    return left?.rows.length === 1 ? 'of another account' : 'unknown';
  }

  async issueKey(account: Pick<Account, 'id'>, { scopes, expiresAt }: KeyOptions) {
    const key = createApiKey();
    const { rows } = await this.#client.execute(
      'INSERT INTO keys (account_id, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
      [account.id, hashApiKey(key), scopes.join(','), now(), expiresAt?.toISOString() ?? null],
    );
    return { id: Number(rows[0]?.['id']), key };
  }

  async findKey(hash: string): Promise<StoredKey | undefined> {
    return (await this.#client.execute('SELECT * FROM keys WHERE hash = ?', [hash])).rows.map(keyOf)[0];
  }

  async getKey(id: number): Promise<StoredKey | undefined> {
    return (await this.#client.execute('SELECT * FROM keys WHERE id = ?', [id])).rows.map(keyOf)[0];
  }

  async listKeys(account: Account): Promise<readonly StoredKey[]> {
    return (await this.#client.execute('SELECT * FROM keys WHERE account_id = ? ORDER BY id', [account.id])).rows.map(keyOf);
  }

  async revokeKey(id: number): Promise<boolean> {
    const { rowsAffected } = await this.#client.execute('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [now(), id]);
    return rowsAffected === 1;
  }

  async expireKey(id: number, at: Date): Promise<boolean> {
    const end = at.toISOString();
    const { rowsAffected } = await this.#client.execute('UPDATE keys SET expires_at = min(coalesce(expires_at, ?), ?) WHERE id = ?', [end, end, id]);
    return rowsAffected === 1;
  }

  async markUsed(used: ReadonlyMap<number, Date>): Promise<void> {
    const sql = 'UPDATE keys SET last_used_at = max(coalesce(last_used_at, ?), ?) WHERE id = ?';
    await this.#client.batch([...used].map(([id, at]) => ({ sql, args: [at.toISOString(), at.toISOString(), id] })), 'write');
  }

  async hasKeys(): Promise<boolean> {
    return (await this.#client.execute('SELECT 1 FROM keys LIMIT 1')).rows.length === 1;
  }

  async backUp(path: string): Promise<void> {
    try {
      closeSync(openSync(path, 'wx', ownerOnly));
      await this.#client.execute('VACUUM INTO ?', [resolve(path)]).catch((error: unknown) => {
        rmSync(path);
        throw error;
      });
    } catch (cause) {
      throw new OperatorError(`${path} can't be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }

  async check(): Promise<void> {
    await this.#client.execute('SELECT 1 FROM keys LIMIT 1');
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  async #insert(sql: string, args: (string | number)[], taken: string) {
    try {
      return await this.#client.execute(sql, args);
    } catch (cause) {
      const isTaken = cause instanceof LibsqlError && /UNIQUE|PRIMARYKEY/.test(cause.extendedCode ?? cause.message);
      throw isTaken ? new OperatorError(taken, { cause }) : cause;
    }
  }
}

function now(): string {
  return new Date().toISOString();
}
