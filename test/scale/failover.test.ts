import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { fill, read, remove, startCopies, tally, untilStatus } from './copies.ts';
import { newPostgres } from './postgres-process.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';
import { newRedis } from './redis-process.ts';
import { useRedis } from './redis-server.ts';
import { startRelay } from './relay.ts';

const postgres = usePostgres();
const redis = useRedis();

const siteIDs = Array.from({ length: 400 }, (_, i) => `site-${i}`);

/**
 * A copy that answers while websites are deleted, one after the other in eight rows, and records are asked for. A
 * server is replaced after 100 deletes.
 */
async function underLoad({
  databaseURL,
  redisURL,
  replace,
}: {
  readonly databaseURL: string;
  readonly redisURL: string;
  replace(): Promise<void>;
}) {
  const { key } = await fill(databaseURL, siteIDs);
  const [copy] = await startCopies(1, { DATABASE_URL: databaseURL, REDIS_URL: redisURL, KEY_LIMIT: '1000000/60' });
  if (copy === undefined) throw new Error('a copy was wanted');
  const waiting = [...siteIDs];
  const confirmed: string[] = [];
  const statuses: number[] = [];
  let replaced: Promise<void> | undefined;
  let isReplaced = false;
  const work = async () => {
    for (let siteID = waiting.pop(); siteID !== undefined; siteID = waiting.pop()) {
      const [answer, record] = await Promise.all([remove(copy, key, siteID), read(copy, key)]);
      statuses.push(answer.status, record.status);
      if (answer.status === 200) confirmed.push(siteID);
      if (confirmed.length >= 100) replaced ??= replace().then(() => void (isReplaced = true));
      // While nothing can be deleted, the rows would only empty themselves.
      if (answer.status === 503 && !isReplaced) waiting.push(siteID);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  await replaced;
  await untilStatus(200, () => read(copy, key));
  return { copy, key, confirmed, statuses: tally(statuses) };
}

/** Deleted; already deleted, where the answer got lost; not now. */
function expectOnly(statuses: Readonly<Record<number, number>>): void {
  expect(['200', '404', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)));
}

async function sitesIn(databaseURL: string): Promise<readonly string[]> {
  const { rows } = await withClient(databaseURL, (client) =>
    client.query<{ site_id: string }>('SELECT site_id FROM geolet.sites'),
  );
  return rows.map(({ site_id }) => site_id);
}

it('PostgreSQL that gives way to its synchronous standby loses no confirmed delete, and the copy goes on', async () => {
  const databaseURL = await emptyDatabase(postgres);
  const relay = await startRelay(databaseURL);
  const standby = newPostgres(process.env['POSTGRES_DIRECTORY'] ?? '', postgres.url);
  await standby.create();
  onTestFinished(() => standby.remove());
  await withClient(postgres.url, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
  });
  const standbyURL = standby.url.replace(/\/postgres$/, new URL(databaseURL).pathname);
  const { copy, key, confirmed, statuses } = await underLoad({
    databaseURL: relay.url,
    redisURL: redis.url,
    replace: async () => {
      await postgres.stop();
      await withClient(standby.url, (client) => client.query('SELECT pg_promote()'));
      relay.turnTo(standbyURL);
    },
  });
  expectOnly(statuses);
  expect(confirmed.length).toBeGreaterThan(100);
  const left = await sitesIn(standbyURL);
  expect(left.filter((siteID) => confirmed.includes(siteID))).toEqual([]);
  for (const siteID of left) expect((await remove(copy, key, siteID)).status).toBe(200);
  expect(await sitesIn(standbyURL)).toEqual([]);
  expect(copy.process.exitCode).toBeNull();
  await postgres.start();
  await withClient(postgres.url, (client) => client.query('ALTER SYSTEM RESET synchronous_standby_names'));
  await withClient(postgres.url, (client) => client.query('SELECT pg_reload_conf()'));
});

it('PostgreSQL that is restarted loses no confirmed delete, and the copy goes on', async () => {
  const databaseURL = await emptyDatabase(postgres);
  const { confirmed, statuses } = await underLoad({
    databaseURL,
    redisURL: redis.url,
    replace: async () => {
      await postgres.stop();
      await postgres.start();
    },
  });
  expectOnly(statuses);
  expect((await sitesIn(databaseURL)).filter((siteID) => confirmed.includes(siteID))).toEqual([]);
});

it.each(['gives way to its replica', 'is restarted'])(
  'Redis that %s loses no confirmed delete, and the copy goes on',
  async (what) => {
    const databaseURL = await emptyDatabase(postgres);
    const replica = newRedis(process.env['REDIS_PROGRAM'] ?? '');
    await replica.create();
    onTestFinished(() => replica.remove());
    const administrator = new Redis(replica.url);
    onTestFinished(() => administrator.disconnect());
    const { hostname, port } = new URL(redis.url);
    await administrator.replicaof(hostname, port);
    const relay = await startRelay(redis.url);
    const { confirmed, statuses } = await underLoad({
      databaseURL,
      redisURL: relay.url,
      replace: async () => {
        await redis.stop();
        if (what === 'is restarted') return redis.start();
        await administrator.replicaof('NO', 'ONE');
        relay.turnTo(replica.url);
      },
    });
    if (what !== 'is restarted') await redis.start();
    expectOnly(statuses);
    expect((await sitesIn(databaseURL)).filter((siteID) => confirmed.includes(siteID))).toEqual([]);
  },
);
