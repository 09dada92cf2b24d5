import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { fill, read, remove, startCopies, untilStatus } from './copies.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { startRelay } from './relay.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

const others = ['kept-1', 'kept-2'];

async function oneCopyBehindARelay() {
  const databaseURL = await emptyDatabase(postgres);
  const filled = await fill(databaseURL, ['site-1', ...others]);
  const relay = await startRelay(databaseURL);
  const [copy, other] = await Promise.all([
    startCopies(1, { DATABASE_URL: relay.url, REDIS_URL: redis.url }),
    startCopies(1, { DATABASE_URL: databaseURL, REDIS_URL: redis.url }),
  ]);
  const [first, second] = [...copy, ...other];
  if (first === undefined || second === undefined) throw new Error('two copies were wanted');
  return { ...filled, relay, copy: first, other: second };
}

describe('kill -9 while a website is deleted', () => {
  it('has these steps: the key is looked up and found, the website deleted, the response sent', async () => {
    const { relay, copy, key } = await oneCopyBehindARelay();
    void relay.cutAfter(Number.POSITIVE_INFINITY);
    expect((await remove(copy, key, 'site-1')).status).toBe(200);
    expect(relay.passed).toBeGreaterThanOrEqual(4);
    expect(relay.passed).toBeLessThanOrEqual(8);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'after %i messages leaves it there or gone, and everything else as it was',
    async (messages) => {
      const { relay, copy, other, key, store, account } = await oneCopyBehindARelay();
      const cut = relay.cutAfter(messages);
      const answer = remove(copy, key, 'site-1').then(
        ({ status }) => status,
        () => 'none' as const,
      );
      const first = await Promise.race([answer, cut]);
      const killed = once(copy.process, 'exit');
      copy.process.kill('SIGKILL');
      expect(await killed).toEqual([null, 'SIGKILL']);

      const again = await remove(other, key, 'site-1');
      // A confirmed deletion is done. A caller without a response can try again.
      expect(first === 200 ? [404] : [200, 404]).toContain(again.status);
      expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(others);
      expect(await store.listKeys(account)).toHaveLength(1);
      expect((await read(other, key)).status).toBe(200);
    },
  );

  it('of PostgreSQL itself loses no deletion that was answered, nor anything else', async () => {
    const databaseURL = await emptyDatabase(postgres);
    const siteIDs = Array.from({ length: 60 }, (_, i) => `site-${i}`);
    const { store, account, key } = await fill(databaseURL, [...siteIDs, ...others]);
    const [copy] = await startCopies(1, { DATABASE_URL: databaseURL, REDIS_URL: redis.url });
    if (copy === undefined) throw new Error('a copy was wanted');
    const gone = new Set<string>();
    let stopped: Promise<void> | undefined;
    await Promise.all(
      siteIDs.map(async (siteID) => {
        const { status } = await remove(copy, key, siteID);
        if (status === 200) gone.add(siteID);
        if (gone.size === 10) stopped ??= postgres.stop();
      }),
    );
    await stopped;
    await postgres.start();
    await untilStatus(200, () => read(copy, key));
    const left = (await store.listSites(account)).map(({ siteID }) => siteID);
    expect(left.filter((siteID) => gone.has(siteID))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(others));
    // What was not answered with 200 is there, or was deleted just before the answer was lost.
    for (const siteID of left.filter((siteID) => !others.includes(siteID)))
      expect((await remove(copy, key, siteID)).status).toBe(200);
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(others);
  });
});
