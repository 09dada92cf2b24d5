import { DatabaseError } from 'pg';
import type { log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonOf, Unavailable } from '../outage.ts';
import { createApiKey, hashApiKey } from './api-key.ts';
import { addToPostgres } from './add-to-postgres.ts';
import { accountTaken, checkAccountName, checkSiteID, siteTaken } from './checks.ts';
import { contentsOf, contentsQueries } from './contents.ts';
import { checkVersion, migrate } from './postgres-migrations.ts';
import { PostgresPool } from './postgres-pool.ts';
import { accountOf, keyOf, siteOf } from './rows.ts';
import type { Account, KeyOptions, Site, SiteDeletion, Store, StoreContents, StoredKey, StoreState } from './store.ts';

/**
 * Opens the store in a PostgreSQL database, in a schema of its own, for as many copies of the service as there are.
 *
 * @throws OperatorError when the database can't be used. The URL, which may hold a password, is not repeated.
 */
export async function openPostgresStore(databaseURL: string, report?: typeof log): Promise<Store> {
  try {
    await migrate(databaseURL);
    return new PostgresStore(databaseURL, new PostgresPool(databaseURL, report));
  } catch (cause) {
    throw unusable(cause);
  }
}

/** Whether `openPostgresStore` could use the database. Changes nothing. @throws OperatorError. */
export async function checkPostgresStore(databaseURL: string): Promise<void> {
  await checkVersion(databaseURL).catch((cause: unknown) => {
    throw unusable(cause);
  });
}

function unusable(cause: unknown): OperatorError {
  return new OperatorError(`DATABASE_URL: the database can't be used as store: ${reasonOf(cause)}`, { cause });
}

class PostgresStore implements Store {
  readonly #databaseURL: string;
  readonly #pool: PostgresPool;

  constructor(databaseURL: string, pool: PostgresPool) {
    this.#databaseURL = databaseURL;
    this.#pool = pool;
  }

  get place(): string {
    const { host, pathname } = new URL(this.#databaseURL);
    return `PostgreSQL, ${host}${pathname}`;
  }

  async createAccount(name: string): Promise<Account> {
    checkAccountName(name);
    const rows = await this.#insert(
      'INSERT INTO geolet.accounts (name) VALUES ($1) RETURNING id, name',
      [name],
      accountTaken(name),
    );
    return one(rows.map(accountOf));
  }

  async findAccount(name: string): Promise<Account | undefined> {
    return (await this.#pool.read('SELECT id, name FROM geolet.accounts WHERE name = $1', [name])).rows.map(
      accountOf,
    )[0];
  }

  async listAccounts(): Promise<readonly Account[]> {
    // By bytes, as in the embedded store, whatever the database's collation is.
    return (await this.#pool.read('SELECT id, name FROM geolet.accounts ORDER BY name COLLATE "C"')).rows.map(
      accountOf,
    );
  }

  async addSite(account: Account, siteID: string): Promise<void> {
    checkSiteID(siteID);
    await this.#insert(
      'INSERT INTO geolet.sites (site_id, account_id) VALUES ($1, $2)',
      [siteID, account.id],
      siteTaken(siteID),
    );
  }

  async listSites(account: Account): Promise<readonly Site[]> {
    const sql = 'SELECT site_id, added_at FROM geolet.sites WHERE account_id = $1 ORDER BY site_id COLLATE "C"';
    return (await this.#pool.read(sql, [account.id])).rows.map(siteOf);
  }

  /** One statement: the row lock lets one of several concurrent deletions succeed, and the others find nothing. */
  async deleteSite(accountId: number, siteID: string): Promise<SiteDeletion> {
    const { rows } = await this.#pool.write(
      `WITH gone AS (DELETE FROM geolet.sites WHERE site_id = $1 AND account_id = $2 RETURNING site_id)
      SELECT EXISTS (SELECT FROM gone) AS is_deleted,
        EXISTS (SELECT FROM geolet.sites WHERE site_id = $1 AND account_id <> $2) AS is_elsewhere`,
      [siteID, accountId],
    );
    if (rows[0]?.['is_deleted'] === true) return 'deleted';
    return rows[0]?.['is_elsewhere'] === true ? 'of another account' : 'unknown';
  }

  async issueKey(account: Pick<Account, 'id'>, { scopes, expiresAt }: KeyOptions) {
    const key = createApiKey();
    const { rows } = await this.#pool.write(
      'INSERT INTO geolet.keys (account_id, hash, scopes, expires_at) VALUES ($1, $2, $3, $4) RETURNING *',
      [account.id, hashApiKey(key), scopes.join(','), expiresAt ?? null],
    );
    return { id: one(rows.map(keyOf)).id, key };
  }

  async findKey(hash: string): Promise<StoredKey | undefined> {
    return (await this.#pool.read('SELECT * FROM geolet.keys WHERE hash = $1', [hash])).rows.map(keyOf)[0];
  }

  async getKey(id: number): Promise<StoredKey | undefined> {
    return (await this.#pool.read('SELECT * FROM geolet.keys WHERE id = $1::bigint', [id])).rows.map(keyOf)[0];
  }

  async listKeys(account: Account): Promise<readonly StoredKey[]> {
    return (
      await this.#pool.read('SELECT * FROM geolet.keys WHERE account_id = $1 ORDER BY id', [account.id])
    ).rows.map(keyOf);
  }

  async revokeKey(id: number): Promise<boolean> {
    const { rowCount } = await this.#pool.write(
      'UPDATE geolet.keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1::bigint',
      [id],
    );
    return rowCount === 1;
  }

  async expireKey(id: number, at: Date): Promise<boolean> {
    const sql = 'UPDATE geolet.keys SET expires_at = least(expires_at, $2::timestamptz) WHERE id = $1::bigint';
    return (await this.#pool.write(sql, [id, at])).rowCount === 1;
  }

  /** In the order of IDs, so that concurrent updates by several copies don't deadlock. */
  async markUsed(used: ReadonlyMap<number, Date>): Promise<void> {
    const sql = `UPDATE geolet.keys SET last_used_at = greatest(last_used_at, used.at)
      FROM (SELECT * FROM unnest($1::integer[], $2::timestamptz[]) AS pairs (id, at) ORDER BY id) AS used WHERE keys.id = used.id`;
    await this.#pool.write(sql, [[...used.keys()], [...used.values()]]);
  }

  async hasKeys(): Promise<boolean> {
    return (await this.#pool.read('SELECT FROM geolet.keys LIMIT 1')).rowCount === 1;
  }

  /** Keys before the accounts that they belong to: each statement sees what is there by then. */
  async contents(): Promise<StoreContents> {
    const [accounts, sites, keys] = contentsQueries('geolet.');
    const keyRows = (await this.#pool.read(keys)).rows;
    const siteRows = (await this.#pool.read(sites)).rows;
    return contentsOf((await this.#pool.read(accounts)).rows, siteRows, keyRows);
  }

  add(contents: StoreContents): Promise<void> {
    return addToPostgres(this.#databaseURL, contents);
  }

  backUp(): Promise<void> {
    return Promise.reject(
      new OperatorError('Back up PostgreSQL with its own tools: pg_dump --schema=geolet "$DATABASE_URL"'),
    );
  }

  async hasKeysThatDelete(): Promise<boolean> {
    const sql = `SELECT FROM geolet.keys WHERE 'delete' = ANY (string_to_array(scopes, ','))
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) LIMIT 1`;
    return (await this.#pool.read(sql)).rowCount === 1;
  }

  /**
   * Does what requests do: reads a key and deletes a website, with an ID that can't exist. `txid_current` makes it a
   * writing transaction.
   */
  async check(): Promise<StoreState> {
    await this.#pool.read('SELECT * FROM geolet.keys LIMIT 1');
    const change = "WITH gone AS (DELETE FROM geolet.sites WHERE site_id = '') SELECT txid_current()";
    try {
      await this.#pool.write(change);
      return 'ok';
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await this.#pool.read('SELECT * FROM geolet.keys LIMIT 1');
      return 'read-only';
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #insert(sql: string, values: readonly unknown[], taken: string) {
    try {
      return (await this.#pool.write(sql, values)).rows;
    } catch (cause) {
      const isTaken = cause instanceof DatabaseError && cause.code === '23505';
      throw isTaken ? new OperatorError(taken, { cause }) : cause;
    }
  }
}

function one<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('PostgreSQL returned no row for what it stored.');
  return item;
}
