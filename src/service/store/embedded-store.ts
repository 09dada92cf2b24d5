import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, type InStatement, type InValue, LibsqlError } from '@libsql/client';
import { checkWritable } from '../../http/writable-folder.ts';
import type { log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { Outage, Unavailable } from '../outage.ts';
import { createApiKey, hashApiKey } from './api-key.ts';
import { writeBackUp } from './back-up.ts';
import { accountTaken, checkAccountName, checkSiteID, siteTaken } from './checks.ts';
import { additionsOf, contentsOf, contentsQueries } from './contents.ts';
import { checkVersion, migrate } from './migrations.ts';
import { accountOf, keyOf, siteOf } from './rows.ts';
import { remedyFor } from './sqlite-errors.ts';
import type { Account, KeyOptions, Site, SiteDeletion, Store, StoreContents, StoredKey, StoreState } from './store.ts';

/**
 * Opens or creates the store in a data directory: one SQLite file, which several processes may use at the same time. A
 * confirmed change is on disk, also after `kill -9` or a power cut.
 *
 * @throws OperatorError when the directory or the file can't be used.
 */
export async function openEmbeddedStore(dataDirectory: string, report?: typeof log): Promise<Store> {
  const path = resolve(dataDirectory, 'service.db');
  try {
    checkWritable(dataDirectory);
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    keepToOwner(path);
    const connect = (timeout: number) => createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout });
    const client = connect(5000);
    await client.execute('PRAGMA journal_mode = WAL');
    await client.execute('PRAGMA synchronous = FULL');
    await client.execute('PRAGMA foreign_keys = ON');
    await migrate(client);
    return new EmbeddedStore(path, client, connect(lockedMs), new Outage('The store in DATA_DIR', report));
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/** Whether `openEmbeddedStore` could use the store that is there. Changes nothing. @throws OperatorError. */
export async function checkEmbeddedStore(dataDirectory: string): Promise<void> {
  const path = resolve(dataDirectory, 'service.db');
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: lockedMs });
    await checkVersion(client).finally(() => client.close());
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/**
 * An existing directory may be open to other users. SQLite gives its other files the mode of this one.
 *
 * A file that is there is not opened: this process may have it open already, and closing any descriptor of a file drops
 * all locks that the process has on it. The next program then takes itself for the only one, and removes the log with
 * what was just confirmed. https://www.sqlite.org/howtocorrupt.html, 2.2
 */
function keepToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(path, 'a', ownerOnly));
  else if (found.uid === process.getuid?.()) chmodSync(path, ownerOnly);
  // SQLite would open it for reading, and make its other files as unwritable, for everybody.
  accessSync(path, constants.R_OK | constants.W_OK);
}

function unusable(path: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = remedyFor(cause);
  return new OperatorError(
    `DATA_DIR: ${path} can't be used as store: ${reason}${remedy === undefined ? '' : `. ${remedy}`}`,
    { cause },
  );
}

/** Other users of the machine must not read whose websites these are. */
const ownerOnly = 0o600;

/** The client blocks the event loop while it waits for a lock, so a check waits for a shorter time than a request. */
const lockedMs = 250;

class EmbeddedStore implements Store {
  readonly #client: Client;
  readonly #checks: Client;
  readonly #outage: Outage;

  readonly place: string;

  constructor(place: string, client: Client, checks: Client, outage: Outage) {
    this.place = place;
    this.#client = client;
    this.#checks = checks;
    this.#outage = outage;
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
    const { rows } = await this.#read('SELECT id, name FROM accounts WHERE name = ?', [name]);
    return rows.map(accountOf)[0];
  }

  async listAccounts(): Promise<readonly Account[]> {
    return (await this.#read('SELECT id, name FROM accounts ORDER BY name')).rows.map(accountOf);
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
    const { rows } = await this.#read('SELECT site_id, added_at FROM sites WHERE account_id = ? ORDER BY site_id', [
      account.id,
    ]);
    return rows.map(siteOf);
  }

  async deleteSite(accountId: number, siteID: string): Promise<SiteDeletion> {
    const [deleted, left] = await this.#write(
      { sql: 'DELETE FROM sites WHERE site_id = ? AND account_id = ?', args: [siteID, accountId] },
      { sql: 'SELECT 1 FROM sites WHERE site_id = ?', args: [siteID] },
    );
    if (deleted?.rowsAffected === 1) return 'deleted';
    return left?.rows.length === 1 ? 'of another account' : 'unknown';
  }

  async issueKey(account: Pick<Account, 'id'>, { scopes, expiresAt }: KeyOptions) {
    const key = createApiKey();
    const [result] = await this.#write({
      sql: 'INSERT INTO keys (account_id, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
      args: [account.id, hashApiKey(key), scopes.join(','), now(), expiresAt?.toISOString() ?? null],
    });
    return { id: Number(result?.rows[0]?.['id']), key };
  }

  async findKey(hash: string): Promise<StoredKey | undefined> {
    return (await this.#read('SELECT * FROM keys WHERE hash = ?', [hash])).rows.map(keyOf)[0];
  }

  async getKey(id: number): Promise<StoredKey | undefined> {
    return (await this.#read('SELECT * FROM keys WHERE id = ?', [id])).rows.map(keyOf)[0];
  }

  async listKeys(account: Account): Promise<readonly StoredKey[]> {
    return (await this.#read('SELECT * FROM keys WHERE account_id = ? ORDER BY id', [account.id])).rows.map(keyOf);
  }

  async revokeKey(id: number): Promise<boolean> {
    const [result] = await this.#write({
      sql: 'UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?',
      args: [now(), id],
    });
    return result?.rowsAffected === 1;
  }

  async expireKey(id: number, at: Date): Promise<boolean> {
    const end = at.toISOString();
    const [result] = await this.#write({
      sql: 'UPDATE keys SET expires_at = min(coalesce(expires_at, ?), ?) WHERE id = ?',
      args: [end, end, id],
    });
    return result?.rowsAffected === 1;
  }

  async markUsed(used: ReadonlyMap<number, Date>): Promise<void> {
    const sql = 'UPDATE keys SET last_used_at = max(coalesce(last_used_at, ?), ?) WHERE id = ?';
    await this.#write(...[...used].map(([id, at]) => ({ sql, args: [at.toISOString(), at.toISOString(), id] })));
  }

  async hasKeys(): Promise<boolean> {
    return (await this.#read('SELECT 1 FROM keys LIMIT 1')).rows.length === 1;
  }

  async contents(): Promise<StoreContents> {
    const [accounts, sites, keys] = await this.#do('read', () => this.#client.batch([...contentsQueries('')], 'read'));
    return contentsOf(accounts?.rows ?? [], sites?.rows ?? [], keys?.rows ?? []);
  }

  async add(contents: StoreContents): Promise<void> {
    await this.#write(...additionsOf(contents, ''));
  }

  async backUp(path: string): Promise<void> {
    await writeBackUp(this.place, path, (file) => this.#client.execute('VACUUM INTO ?', [file]));
  }

  async hasKeysThatDelete(): Promise<boolean> {
    const sql = `SELECT 1 FROM keys WHERE ',' || scopes || ',' LIKE '%,delete,%'
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) LIMIT 1`;
    return (await this.#read(sql, [now()])).rows.length === 1;
  }

  /**
   * Creates and removes an account with an impossible name in one transaction. SQLite would skip a write that changes
   * nothing.
   */
  async check(): Promise<StoreState> {
    await this.#read('SELECT * FROM keys LIMIT 1');
    const change = ["INSERT INTO accounts (name, created_at) VALUES ('', '')", "DELETE FROM accounts WHERE name = ''"];
    try {
      await this.#do('write', () => this.#checks.batch(change, 'write'));
      return 'ok';
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await this.#read('SELECT * FROM keys LIMIT 1');
      return 'read-only';
    }
  }

  close(): Promise<void> {
    this.#client.close();
    this.#checks.close();
    return Promise.resolve();
  }

  async #insert(sql: string, args: InValue[], taken: string) {
    try {
      const [result] = await this.#write({ sql, args });
      return { rows: result?.rows ?? [] };
    } catch (cause) {
      const isTaken = cause instanceof LibsqlError && /UNIQUE|PRIMARYKEY/.test(cause.extendedCode ?? cause.message);
      throw isTaken ? new OperatorError(taken, { cause }) : cause;
    }
  }

  #read(sql: string, args: InValue[] = []) {
    return this.#do('read', () => this.#client.execute(sql, args));
  }

  /** Runs the statements in one transaction. */
  #write(...statements: InStatement[]) {
    return this.#do('write', () => this.#client.batch(statements, 'write'));
  }

  /** @throws Unavailable when the file can't be read or written. */
  async #do<Result>(does: 'read' | 'write', work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#outage.end(does);
      return result;
    } catch (error) {
      const remedy = remedyFor(error);
      throw remedy === undefined ? error : this.#outage.begin(error, remedy, does === 'write' ? 'writes' : 'all');
    }
  }
}

function now(): string {
  return new Date().toISOString();
}
