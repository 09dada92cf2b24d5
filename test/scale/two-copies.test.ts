import { describe, expect, it } from 'vitest';
import { fill, read, remove, startCopies, tally, untilStatus } from './copies.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

/**
 * Two copies over one database and one Redis. Databases are numbered in Redis, and tests must not share their counts.
 */
let redisDatabase = 0;
async function twoCopies(settings: Readonly<Record<string, string>> = {}, siteIDs: readonly string[] = []) {
  const DATABASE_URL = await emptyDatabase(postgres);
  const REDIS_URL = `${redis.url}/${redisDatabase++}`;
  const [one, two] = await startCopies(2, { DATABASE_URL, REDIS_URL, ...settings });
  if (one === undefined || two === undefined) throw new Error('two copies were wanted');
  return { copies: [one, two] as const, ...(await fill(DATABASE_URL, siteIDs)) };
}

describe('two copies', () => {
  it('start together over an empty database', async () => {
    const { copies, key } = await twoCopies();
    for (const copy of copies) {
      const response = await read(copy, key);
      expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ IP: '8.8.8.8' })]);
    }
  });

  it('together answer exactly as many requests as the limit says', async () => {
    const { copies, key } = await twoCopies({ KEY_LIMIT: '200/600' });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => read(copies[i % 2 ? 0 : 1], key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 200, 429: 100 });
    const refused = answers.filter(({ status }) => status === 429);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('count one key apart from another', async () => {
    const { copies, key, store, account } = await twoCopies({ KEY_LIMIT: '20/600' });
    const other = await store.issueKey(account, { scopes: ['read'] });
    await Promise.all(Array.from({ length: 30 }, () => read(copies[0], other.key)));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => read(copies[i % 2 ? 0 : 1], key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
  });

  it('together close the door to an address with too many wrong keys', async () => {
    const { copies, key } = await twoCopies({ FAILED_KEY_LIMIT: '10/600' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => read(copies[i % 2 ? 0 : 1], `geolet_wrong${i}`)),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 30 });
    for (const copy of copies) expect((await read(copy, key)).status).toBe(429);
  });

  it('both refuse a revoked key within a second, and go on answering another', async () => {
    const { copies, key, keyId, store, account } = await twoCopies();
    const kept = await store.issueKey(account, { scopes: ['read'] });
    for (const copy of copies) expect((await read(copy, key)).status).toBe(200);
    await store.revokeKey(keyId);
    const revokedAt = performance.now();
    let lastAnsweredAt = revokedAt;
    // How long a request takes is the machine's; none that is made a second later is answered.
    const ask = async (copy: Parameters<typeof read>[0]) => {
      const askedAt = performance.now();
      const answer = await read(copy, key);
      if (answer.status === 200) lastAnsweredAt = Math.max(lastAnsweredAt, askedAt);
      return answer;
    };
    await Promise.all(copies.map((copy) => untilStatus(401, () => ask(copy))));
    expect(lastAnsweredAt - revokedAt).toBeLessThan(1000);
    for (const copy of copies) expect((await read(copy, kept.key)).status).toBe(200);
  });

  it('delete a website exactly once among 50 requests at the same time', async () => {
    const { copies, key, store, account } = await twoCopies({}, ['site-1', 'kept']);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => remove(copies[i % 2 ? 0 : 1], key, 'site-1')),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 404: 49 });
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['kept']);
  });

  it('answer 401 for a website in another account, and leave it there', async () => {
    const { copies, key, store } = await twoCopies();
    const other = await store.createAccount('other');
    await store.addSite(other, 'theirs');
    const answers = await Promise.all(copies.map((copy) => remove(copy, key, 'theirs')));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await store.listSites(other)).toHaveLength(1);
  });
});
