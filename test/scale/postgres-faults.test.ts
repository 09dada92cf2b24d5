import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fill, read, remove, startCopies, tally, untilStatus } from './copies.ts';
import { expectOutage, readiness } from './outage-of.ts';
import { run } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';
import { startRelay } from './relay.ts';

const postgres = usePostgres();

/**
 * A copy whose database user has few rights, a relay between it and PostgreSQL, and a superuser that reaches PostgreSQL
 * past both.
 */
async function oneCopy() {
  const databaseURL = await emptyDatabase(postgres);
  const filled = await fill(databaseURL, ['site-1', 'site-2']);
  const database = new URL(databaseURL).pathname.slice(1);
  const role = `role_${database}`;
  const rights = `GRANT USAGE ON SCHEMA geolet TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA geolet TO ${role}`;
  const administer = (sql: string) => withClient(databaseURL, (client) => client.query(sql)).then(() => undefined);
  /** From another database: of one that is gone. */
  const administerFromOutside = (sql: string) =>
    withClient(postgres.url, (client) => client.query(sql)).then(() => undefined);
  const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;
  await administer(`CREATE ROLE ${role} LOGIN; ${rights}`);
  const programs = process.env['POSTGRES_DIRECTORY'] ?? '';
  const backUp = execFileSync(`${programs}/pg_dump`, ['--schema=geolet', databaseURL]);
  const restore = () =>
    void execFileSync(`${programs}/psql`, ['-q', '-v', 'ON_ERROR_STOP=1', databaseURL], {
      input: backUp,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  const relay = await startRelay(databaseURL.replace('postgres@', `${role}@`));
  const [copy] = await startCopies(1, { DATABASE_URL: relay.url, KEY_LIMIT: '1000000/60' });
  if (copy === undefined) throw new Error('a copy was wanted');
  return {
    copy,
    relay,
    role,
    database,
    databaseURL,
    disconnect,
    administer,
    administerFromOutside,
    restore,
    rights,
    ...filled,
  };
}

type Parts = Awaited<ReturnType<typeof oneCopy>>;

/** Holds a lock on a table until what is returned is called. */
async function lock({ databaseURL }: Parts, table: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = await new Promise<{ readonly over: Promise<void> }>((resolve) => {
    const over = withClient(databaseURL, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${table}`);
      resolve({ over });
      await released;
      await client.query('ROLLBACK');
    });
  });
  return () => (release(), held.over);
}

type Begin = (parts: Parts) => unknown;
/** What begins the fault, and what ends it. */
const faults: ReadonlyArray<readonly [string, Begin, Begin]> = [
  ['emptied, and restored', ({ administer }) => administer('DROP SCHEMA geolet CASCADE'), ({ restore }) => restore()],
  [
    'dropped, and restored',
    ({ administerFromOutside, database }) => administerFromOutside(`DROP DATABASE ${database} WITH (FORCE)`),
    async ({ administerFromOutside, database, restore }) => {
      await administerFromOutside(`CREATE DATABASE ${database}`);
      restore();
    },
  ],
  [
    'closed to the login',
    ({ administer, role, disconnect }) => administer(`ALTER ROLE ${role} NOLOGIN; ${disconnect}`),
    ({ administer, role }) => administer(`ALTER ROLE ${role} LOGIN`),
  ],
  [
    'out of connections',
    ({ administer, role, disconnect }) => administer(`ALTER ROLE ${role} CONNECTION LIMIT 0; ${disconnect}`),
    ({ administer, role }) => administer(`ALTER ROLE ${role} CONNECTION LIMIT -1`),
  ],
  [
    'without the right to read',
    ({ administer, role }) => administer(`REVOKE SELECT ON geolet.keys FROM ${role}`),
    ({ administer, rights }) => administer(rights),
  ],
  ['silent', ({ relay }) => relay.hold(), ({ relay }) => relay.heal()],
  ['silent, and never answers what was asked', ({ relay }) => void relay.cutAfter(0), ({ relay }) => relay.heal()],
];

describe('a database that is', () => {
  it.each(faults)(
    '%s makes a copy unready, which says so once, and answers again without a restart',
    async (_what, begin, end) => {
      const parts = await oneCopy();
      await expectOutage({
        ...parts,
        begin: () => begin(parts),
        end: () => end(parts),
        name: 'PostgreSQL',
        part: 'store',
      });
      expect(parts.copy.logged.join('')).not.toContain('stack');
    },
  );

  it('locked, its table of keys, makes a copy unready, which says so once, and answers again without a restart', async () => {
    const parts = await oneCopy();
    let release = async () => {};
    await expectOutage({
      ...parts,
      begin: async () => void (release = await lock(parts, 'geolet.keys')),
      end: () => release(),
      name: 'PostgreSQL',
      part: 'store',
    });
  });

  it('emptied, and not restored, opens no door and makes no tables; any command makes them, and then new keys are good without a restart', async () => {
    const { copy, key, administer, databaseURL, rights } = await oneCopy();
    await administer('DROP SCHEMA geolet CASCADE');
    await untilStatus(503, () => read(copy, key));
    await expect(administer('SELECT FROM geolet.keys')).rejects.toThrow(/does not exist/);
    const command = (...args: string[]) =>
      run('main', args, { DATA_DIR: temporaryDirectory(), DATABASE_URL: databaseURL });
    expect(await command('account', 'create', 'owner')).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/^Store: PostgreSQL, .+\n$/),
    });
    const created = await command('key', 'create');
    await administer(rights);
    await untilStatus(401, () => read(copy, key));
    expect((await read(copy, /^geolet_\w+$/m.exec(created.output)?.[0] ?? '')).status).toBe(200);
  });
});

const unwritable: ReadonlyArray<readonly [string, (parts: Parts) => Promise<() => unknown>]> = [
  [
    'is as read-only as a standby',
    async ({ administer, role, disconnect }) => {
      await administer(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
      return () => administer(`ALTER ROLE ${role} RESET default_transaction_read_only; ${disconnect}`);
    },
  ],
  ['is locked, its table of websites', (parts) => lock(parts, 'geolet.sites IN EXCLUSIVE MODE')],
  [
    'is without the right to delete',
    async ({ administer, role, rights }) => {
      await administer(`REVOKE DELETE ON geolet.sites FROM ${role}`);
      return () => administer(rights);
    },
  ],
];

it.each(unwritable)(
  'a database that can be read and not written, because it %s, answers records, deletes nothing, and makes a copy unready where a key may delete',
  async (_what, begin) => {
    const parts = await oneCopy();
    const { copy, key, keyId, store, account, administer, disconnect } = parts;
    const end = await begin(parts);
    await administer(disconnect);
    onTestFinished(() => void end());
    await untilStatus(503, () => remove(copy, key, 'site-1'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => read(copy, key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10 });
    await expect
      .poll(() => readiness(copy), { timeout: 60_000 })
      .toEqual([503, expect.objectContaining({ store: 'read-only' })]);
    expect((await fetch(`${copy.url}/health`)).status).toBe(200);
    expect((await remove(copy, key, 'site-2')).status).toBe(503);
    await end();
    await untilStatus(200, () => remove(copy, key, 'site-2'));
    await store.revokeKey(keyId);
    const other = await store.issueKey(account, { scopes: ['read'] });
    await begin(parts).then(async (end) => {
      await administer(disconnect);
      await expect
        .poll(() => readiness(copy), { timeout: 60_000 })
        .toEqual([200, expect.objectContaining({ store: 'read-only' })]);
      expect((await read(copy, other.key)).status).toBe(200);
      await end();
    });
  },
);
