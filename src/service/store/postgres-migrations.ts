import { Client, DatabaseError } from 'pg';
import { OperatorError } from '../operator-error.ts';

/** Each brings the schema `geolet` from one version to the next. One that was released is never changed. */
const migrations: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS geolet;
  CREATE TABLE geolet.migrations (
    version integer PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE geolet.accounts (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE geolet.sites (
    site_id text PRIMARY KEY,
    account_id integer NOT NULL REFERENCES geolet.accounts,
    added_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sites_by_account ON geolet.sites (account_id);
  CREATE TABLE geolet.keys (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL REFERENCES geolet.accounts,
    hash text NOT NULL UNIQUE,
    scopes text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz
  );
  CREATE INDEX keys_by_account ON geolet.keys (account_id)`,
  'ALTER TABLE geolet.keys ADD COLUMN last_used_at timestamptz',
];

/** Any number, the same for all copies. */
const lock = '113723795727732';

/**
 * Brings the schema up to date in one transaction. Copies that start together wait for one another at an advisory lock,
 * so that one changes the schema and the others find it changed. A schema that is up to date needs no right to change
 * it.
 *
 * Only waiting has a time limit, for other copies and for tables: a statement that waits to change a table blocks all
 * readers. A change itself may take longer.
 */
export async function migrate(databaseURL: string, patienceSeconds = 30): Promise<void> {
  const client = new Client({ connectionString: databaseURL, connectionTimeoutMillis: 5000, keepAlive: true });
  // `lock_timeout` needs a working database. This is for one that does not reply.
  const limited = { query_timeout: 2000 * patienceSeconds };
  // A connection that is lost between two statements emits an event. The next statement rejects, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query({
      text: `BEGIN; SET LOCAL lock_timeout = '${patienceSeconds}s'; SET LOCAL statement_timeout = 0`,
      ...limited,
    });
    await client
      .query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [lock], ...limited })
      .catch((cause: unknown) => {
        throw isLocked(cause)
          ? new OperatorError(
              `another copy has been changing its tables for ${patienceSeconds} s: end that one, or wait for it, and start this one again`,
              { cause },
            )
          : cause;
      });
    const version = await versionOf(client);
    refuseNewer(version);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await client.query(migration);
      await client.query('INSERT INTO geolet.migrations (version) VALUES ($1)', [index + 1]);
    }
    await client.query('COMMIT');
  } catch (cause) {
    throw isLocked(cause)
      ? new OperatorError(
          `another program has had one of its tables locked for ${patienceSeconds} s: ` +
            'wait for that, or end it (pg_stat_activity), and start this one again',
          { cause },
        )
      : cause;
  } finally {
    await client.end();
  }
}

/** Whether `migrate` would find a database that it knows. Changes nothing. */
export async function checkVersion(databaseURL: string): Promise<void> {
  const client = new Client({ connectionString: databaseURL, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    refuseNewer(await versionOf(client));
  } finally {
    await client.end();
  }
}

function refuseNewer(version: number): void {
  if (version > migrations.length) throw new OperatorError('it was written by a newer Geolet: start that one');
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('geolet.migrations')::text AS table",
  );
  if (!rows[0]?.table) return 0;
  const versions = await client.query<{ version: number }>('SELECT max(version) AS version FROM geolet.migrations');
  return versions.rows[0]?.version ?? 0;
}
