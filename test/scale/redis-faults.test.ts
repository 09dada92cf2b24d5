import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKey } from '../../src/service/store/api-key.ts';
import { freePort } from '../support/loopback.ts';
import { fill, read, startCopies, tally, untilStatus } from './copies.ts';
import { expectOutage, readiness } from './outage-of.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { startRelay } from './relay.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

/** A copy with a relay between it and Redis, and a client that reaches Redis past the relay. */
async function oneCopy(settings: Readonly<Record<string, string>> = {}) {
  const DATABASE_URL = await emptyDatabase(postgres);
  const relay = await startRelay(redis.url);
  const administrator = new Redis(redis.url);
  await administrator.flushall();
  const [copy] = await startCopies(1, { DATABASE_URL, REDIS_URL: relay.url, ...settings });
  if (copy === undefined) throw new Error('a copy was wanted');
  const healed = async () => {
    relay.heal();
    await administrator.replicaof('NO', 'ONE');
    await administrator.config('SET', 'maxmemory', '0');
    await administrator.acl('SETUSER', 'default', '+eval');
  };
  onTestFinished(async () => {
    await healed();
    administrator.disconnect();
  });
  return { copy, relay, administrator, healed, ...(await fill(DATABASE_URL)) };
}

type Parts = Awaited<ReturnType<typeof oneCopy>>;

const faults: ReadonlyArray<readonly [string, (parts: Parts) => unknown]> = [
  [
    'is a replica that can only be read',
    async ({ administrator }) => administrator.replicaof('127.0.0.1', await freePort()),
  ],
  ['has no memory left and evicts nothing', ({ administrator }) => administrator.config('SET', 'maxmemory', '1')],
  ['takes a right away', ({ administrator }) => administrator.acl('SETUSER', 'default', '-eval')],
  ['is silent', ({ relay }) => relay.hold()],
  ['is silent, and will never answer what was asked', ({ relay }) => void relay.cutAfter(0)],
  ['takes longer than a second', ({ relay }) => relay.slowDown(1500)],
];

describe('a Redis that', () => {
  it.each(faults)(
    '%s makes a copy unready, which says so once, and counts again without a restart',
    async (_what, begin) => {
      const parts = await oneCopy();
      await expectOutage({ ...parts, begin: () => begin(parts), end: parts.healed, name: 'Redis', part: 'limits' });
    },
  );

  it('is slow, but answers within the second, makes no copy unready', async () => {
    const { copy, key, relay } = await oneCopy();
    relay.slowDown(100);
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(copy, key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
    expect((await readiness(copy))[0]).toBe(200);
    expect(copy.logged).toEqual([]);
  });

  it('is flushed begins to count again, and no request fails', async () => {
    const { copy, key, administrator } = await oneCopy({ KEY_LIMIT: '20/600' });
    await Promise.all(Array.from({ length: 20 }, () => read(copy, key)));
    expect((await read(copy, key)).status).toBe(429);
    await administrator.flushall();
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(copy, key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20, 429: 10 });
  });

  it('can only be read lets no wrong key through uncounted', async () => {
    const { copy, administrator, healed } = await oneCopy({ FAILED_KEY_LIMIT: '5/600' });
    await administrator.replicaof('127.0.0.1', await freePort());
    const answers = await Promise.all(Array.from({ length: 10 }, () => read(copy, createApiKey())));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 503: 10 });
    await healed();
    await untilStatus(401, () => read(copy, createApiKey()));
  });
});

it('however many ask whether a copy is ready Redis meets a few checks a second, not one for each', async () => {
  const { copy, administrator } = await oneCopy();
  const before = Number(await administrator.get('geolet:check'));
  const begun = performance.now();
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 50 }, () => readiness(copy)));
  const checks = Number(await administrator.get('geolet:check')) - before;
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThanOrEqual(1 + (performance.now() - begun) / 500);
});
