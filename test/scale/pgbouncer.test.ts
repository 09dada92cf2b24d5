import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/service/store/api-key.ts';
import { fill, read, remove, startCopies, tally } from './copies.ts';
import { expectOutage } from './outage-of.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';

const postgres = usePostgres();

/** Two copies through PgBouncer, whose role has the time for statements that the documentation asks for. */
async function twoCopies() {
  const databaseURL = await emptyDatabase(postgres);
  await withClient(databaseURL, (client) => client.query("ALTER ROLE postgres SET statement_timeout = '2500ms'"));
  const pooler = await startPgBouncer(databaseURL);
  const [copy, other] = await startCopies(2, { DATABASE_URL: pooler.url, KEY_LIMIT: '1000000/60' });
  if (copy === undefined || other === undefined) throw new Error('two copies were wanted');
  return { copy, other, pooler, databaseURL, ...(await fill(databaseURL, ['site-1', 'kept'])) };
}

describe('through PgBouncer, two copies', () => {
  it('answer more requests at once than it has connections, and delete a website once', async () => {
    const { copy, other, key, store, account } = await twoCopies();
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, index) => read(index % 2 ? copy : other, createApiKey())),
    );
    expect(tally(wrong.map(({ status }) => status))).toEqual({ 401: 20 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => remove(index % 2 ? copy : other, key, 'site-1')),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 404: 39 });
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['kept']);
    for (const { url } of [copy, other]) expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect([...copy.logged, ...other.logged]).toEqual([]);
  });

  it('are unready while it is gone, say so once, and answer again without a restart', async () => {
    const { copy, key, pooler } = await twoCopies();
    await expectOutage({ copy, key, begin: pooler.stop, end: pooler.start, name: 'PostgreSQL', part: 'store' });
  });

  it('are unready while PostgreSQL behind it is gone, say so once, and answer again without a restart', async () => {
    const { copy, key } = await twoCopies();
    await expectOutage({ copy, key, begin: postgres.stop, end: postgres.start, name: 'PostgreSQL', part: 'store' });
  });
});
