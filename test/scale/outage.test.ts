import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/service/store/api-key.ts';
import { run, type StartedService } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';
import { fill, read, remove, startCopies, tally, untilStatus } from './copies.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

async function oneCopy(settings: Readonly<Record<string, string>> = {}) {
  const DATABASE_URL = await emptyDatabase(postgres);
  const [copy] = await startCopies(1, { DATABASE_URL, REDIS_URL: redis.url, KEY_LIMIT: '1000000/60', ...settings });
  if (copy === undefined) throw new Error('a copy was wanted');
  return { copy, databaseURL: DATABASE_URL, ...(await fill(DATABASE_URL, ['site-1'])) };
}

/** No request is allowed, nothing is deleted, and every response says when to try again. */
async function expectClosedDoor(copy: StartedService, key: string) {
  const answers = await Promise.all([read(copy, key), remove(copy, key, 'site-1'), read(copy, createApiKey())]);
  for (const answer of answers) {
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({
      status: 503,
      message: 'Service Unavailable',
      description: "The service can't check this request right now. Try again in a moment.",
    });
  }
  expect((await fetch(`${copy.url}/openapi.json`)).status).toBe(200);
}

describe.each([
  ['PostgreSQL', postgres, 'stopped'],
  ['PostgreSQL', postgres, 'frozen'],
  ['Redis', redis, 'stopped'],
  ['Redis', redis, 'frozen'],
] as const)('while %s', (name, server, how) => {
  it(`(${name}) is ${how}, requests are answered 503, and afterwards as before, by the same process`, async () => {
    const { copy, key, store, account } = await oneCopy();
    expect((await read(copy, key)).status).toBe(200);
    if (how === 'stopped') await server.stop();
    else server.freeze();
    await untilStatus(503, () => read(copy, key));
    await expectClosedDoor(copy, key);
    if (how === 'stopped') await server.start();
    else server.thaw();
    await untilStatus(200, () => read(copy, key));
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['site-1']);
    expect((await remove(copy, key, 'site-1')).status).toBe(200);
    expect((await read(copy, createApiKey())).status).toBe(401);
    expect(copy.process.exitCode).toBeNull();
  });
});

it('while another program has locked the table of keys requests are answered 503, and the statements that wait for it fill no more connections than one copy has', async () => {
  const { copy, key, databaseURL } = await oneCopy();
  await withClient(databaseURL, async (administrator) => {
    await administrator.query('BEGIN; LOCK TABLE geolet.keys');
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => read(copy, createApiKey())));
      expect(tally(answers.map(({ status }) => status))).toEqual({ 503: 10 });
    }
    const { rows } = await administrator.query(
      "SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    );
    expect(rows[0].waiting).toBeLessThanOrEqual(10);
    await administrator.query('ROLLBACK');
  });
  expect((await read(copy, key)).status).toBe(200);
});

it.each([
  ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:1/database'],
  ['REDIS_URL', 'redis://:secret@127.0.0.1:1'],
])(
  'a service that starts does not, and says why without a password, when nothing answers at its %s',
  async (name, url) => {
    const { code, output, errors } = await run('main', ['start', '--port', '0'], {
      DATA_DIR: temporaryDirectory(),
      [name]: url,
    });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(new RegExp(`^${name}: .*ECONNREFUSED`, 'm'));
    expect(errors).not.toContain('secret');
  },
);

it('after Redis lost its counts counting begins again, and no request below the limit is refused', async () => {
  const { copy, key } = await oneCopy({ KEY_LIMIT: '20/600' });
  await Promise.all(Array.from({ length: 20 }, () => read(copy, key)));
  expect((await read(copy, key)).status).toBe(429);
  await redis.stop();
  await redis.start();
  await untilStatus(200, () => read(copy, key));
  const answers = await Promise.all(Array.from({ length: 40 }, () => read(copy, key)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 19, 429: 21 });
});
