import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashApiKey } from '../../src/service/store/api-key.ts';
import { migrate } from '../../src/service/store/postgres-migrations.ts';
import { openPostgresStore } from '../../src/service/store/postgres-store.ts';
import { run, start } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';
import { storeContract } from '../unit/service/store-contract.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';

const postgres = usePostgres();

async function open(url: string) {
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  return store;
}

describe('the PostgreSQL store', () => {
  storeContract(async () => {
    const url = await emptyDatabase(postgres);
    return () => open(url);
  });

  it('takes over accounts, websites and keys from the embedded store, gives them back, and names itself without a password', async () => {
    const [DATA_DIR, back] = [temporaryDirectory(), temporaryDirectory()];
    const DATABASE_URL = await emptyDatabase(postgres);
    const at =
      (environment: Readonly<Record<string, string>>) =>
      (...args: string[]) =>
        run('main', args, environment);
    const [embedded, moved] = [at({ DATA_DIR }), at({ DATA_DIR, DATABASE_URL })];
    await embedded('account', 'create', 'shop');
    await embedded('account', 'create', 'other');
    await embedded('site', 'add', 's1', '--account', 'shop');
    const { output } = await embedded('key', 'create', '--account', 'shop', '--expires', '2999-12-31');
    const key = /^geolet_\w+$/m.exec(output)?.[0] ?? '';
    const gone = /^geolet_\w+$/m.exec((await embedded('key', 'create', '--account', 'other')).output)?.[0] ?? '';
    await embedded('key', 'revoke', gone);

    const copied = await moved('store', 'copy', '--from', DATA_DIR);
    expect([copied.code, copied.output]).toEqual([
      0,
      expect.stringMatching(/^Copied 2 accounts, 1 websites and 2 keys/),
    ]);
    expect(copied.errors).toMatch(/^Store: PostgreSQL, 127\.0\.0\.1:\d+\/\w+\n$/);
    const service = await start({ DATA_DIR: temporaryDirectory(), DATABASE_URL });
    const ask = (bearer: string) =>
      fetch(`${service.url}/beta/api/get-visitor-data`, {
        headers: { authorization: `Bearer ${bearer}`, 'x-visitor-ip': '8.8.8.8' },
      });
    expect([(await ask(key)).status, (await ask(gone)).status]).toEqual([200, 401]);
    // The documented command, with the same settings, makes a key that this service takes.
    const later = /^geolet_\w+$/m.exec((await moved('key', 'create', '--account', 'shop')).output)?.[0] ?? '';
    expect((await ask(later)).status).toBe(200);

    expect((await moved('store', 'copy', '--to', back)).code).toBe(0);
    expect((await at({ DATA_DIR: back })('key', 'list', '--account', 'shop')).output).toMatch(
      /expires 2999-12-31[^]*\n3 /,
    );
    expect((await at({ DATA_DIR: back })('site', 'list', '--account', 'shop')).output).toMatch(/^s1 /);
  });

  it('is looked at by --check, which leaves it as it is', async () => {
    const environment = { DATA_DIR: temporaryDirectory(), DATABASE_URL: await emptyDatabase(postgres), PORT: '0' };
    expect(await run('main', ['start', '--check'], environment)).toMatchObject({ code: 0, errors: '' });
    const { rows } = await withClient(environment.DATABASE_URL, (client) =>
      client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'geolet'"),
    );
    expect(rows).toEqual([]);
  });

  it('changes the schema once when 20 start together', async () => {
    const url = await emptyDatabase(postgres);
    await Promise.all(Array.from({ length: 20 }, () => open(url)));
    const { rows } = await withClient(url, (client) =>
      client.query('SELECT version FROM geolet.migrations ORDER BY version'),
    );
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('is not opened when a newer version wrote it', async () => {
    const url = await emptyDatabase(postgres);
    await open(url);
    await withClient(url, (client) => client.query('INSERT INTO geolet.migrations (version) VALUES (99)'));
    await expect(openPostgresStore(url)).rejects.toThrow(
      "DATABASE_URL: the database can't be used as store: it was written by a newer Geolet",
    );
  });

  it('needs no right to change the schema when there is nothing to change', async () => {
    const url = await emptyDatabase(postgres);
    await open(url);
    await withClient(url, async (client) => {
      await client.query(
        'CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA geolet TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA geolet TO reader',
      );
    });
    const store = await open(url.replace('postgres@', 'reader@'));
    await expect(store.check()).resolves.toBe('read-only');
    await expect(store.createAccount('a')).rejects.toMatchObject({
      advice: expect.stringContaining('permission denied'),
    });
  });

  it('touches nothing outside its schema', async () => {
    const url = await emptyDatabase(postgres);
    await withClient(url, (client) =>
      client.query("CREATE TABLE accounts (mine text); INSERT INTO accounts VALUES ('kept')"),
    );
    await (await open(url)).createAccount('a');
    const { rows } = await withClient(url, (client) => client.query('SELECT mine FROM accounts'));
    expect(rows).toEqual([{ mine: 'kept' }]);
  });

  it('is backed up with pg_dump and restored into an empty database', async () => {
    const [from, to] = [await emptyDatabase(postgres), await emptyDatabase(postgres)];
    const store = await open(from);
    const account = await store.createAccount('shop');
    await store.addSite(account, 's1');
    const { key } = await store.issueKey(account, { scopes: ['read'] });
    await expect(store.backUp('x')).rejects.toThrow('pg_dump --schema=geolet');
    const programs = process.env['POSTGRES_DIRECTORY'] ?? '';
    const dump = execFileSync(`${programs}/pg_dump`, ['--schema=geolet', from]);
    execFileSync(`${programs}/psql`, ['-q', '-v', 'ON_ERROR_STOP=1', to], {
      input: dump,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const restored = await open(to);
    expect((await restored.listSites(account)).map(({ siteID }) => siteID)).toEqual(['s1']);
    expect(await restored.findKey(hashApiKey(key))).toMatchObject({ scopes: ['read'] });
    expect((await restored.createAccount('next')).id).toBe(account.id + 1);
  });

  it('is not waited for without end while another copy changes it', async () => {
    const url = await emptyDatabase(postgres);
    await withClient(url, async (other) => {
      await other.query('SELECT pg_advisory_lock(113723795727732)');
      await expect(migrate(url, 1)).rejects.toThrow(/another copy has been changing its tables for 1 s: /);
    });
    await migrate(url, 1);
  });

  it('is changed for as long as that takes, whatever time the database gives to statements', async () => {
    const url = await emptyDatabase(postgres);
    await withClient(url, (client) =>
      client.query(`
      CREATE FUNCTION dawdle() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); END';
      CREATE EVENT TRIGGER dawdle ON ddl_command_end WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION dawdle();
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = ''1s''', current_database()); END $$`),
    );
    await migrate(url, 1);
    await expect((await open(url)).check()).resolves.toBe('ok');
  });

  it('is not changed while another program has locked a table, and says so', async () => {
    const url = await emptyDatabase(postgres);
    await migrate(url);
    await withClient(url, async (other) => {
      await other.query(
        'DELETE FROM geolet.migrations WHERE version > 1; ALTER TABLE geolet.keys DROP COLUMN last_used_at',
      );
      await other.query('BEGIN; LOCK TABLE geolet.keys');
      await expect(migrate(url, 1)).rejects.toThrow(/another program has had one of its tables locked for 1 s: /);
    });
    await migrate(url, 1);
  });

  it('is not opened, and does not repeat the password, where there is no database', async () => {
    const url = (await emptyDatabase(postgres)).replace('postgres@', 'postgres:secret@').replace(/test_\w+$/, 'absent');
    const error: unknown = await openPostgresStore(url).catch((error: unknown) => error);
    expect(String(error)).toMatch(/^OperatorError: DATABASE_URL: .*database "absent" does not exist$/);
    expect(String(error)).not.toContain('secret');
  });
});
