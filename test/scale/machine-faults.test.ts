import { Agent, get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isClosed, spendDescriptors } from '../support/descriptors.ts';
import { fill, read, startCopies, tally } from './copies.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

/** By one connection that stays open. */
function stayConnected() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (url: string) =>
    new Promise<readonly [status: number | undefined, body: string]>((resolve, reject) => {
      get(url, { agent }, (response) => {
        let body = '';
        response
          .setEncoding('utf8')
          .on('data', (text: string) => (body += text))
          .on('end', () => resolve([response.statusCode, body]));
      }).on('error', reject);
    });
}

describe('a copy', () => {
  it('without a descriptor left says so once, is not ready, and both are over when there are some again', async () => {
    const [copy] = await startCopies(1, {});
    if (copy === undefined) throw new Error('a copy was wanted');
    const ask = stayConnected();
    expect((await ask(`${copy.url}/ready`))[0]).toBe(200);
    const relieve = await spendDescriptors(copy.process.pid ?? 0, copy.url);
    await expect
      .poll(() => ask(`${copy.url}/ready`), { timeout: 20_000 })
      .toEqual([503, expect.stringContaining('"descriptors":"failing"')]);
    for (let time = 0; time < 5; time++) expect(await isClosed(copy.url)).toBe(true);
    await expect.poll(() => copy.logged.length, { timeout: 20_000 }).toBeGreaterThan(0);
    relieve();
    await expect.poll(async () => (await ask(`${copy.url}/ready`))[0], { timeout: 20_000 }).toBe(200);
    await expect.poll(() => copy.logged.length, { timeout: 20_000 }).toBe(2);
    expect(copy.logged).toEqual([
      expect.stringContaining('No more connections or files can be opened'),
      expect.stringContaining('can be opened again'),
    ]);
    expect(await isClosed(copy.url)).toBe(false);
  });

  it('with little memory answers ever new visitors', async () => {
    const DATABASE_URL = await emptyDatabase(postgres);
    const { key } = await fill(DATABASE_URL);
    const [copy] = await startCopies(1, {
      DATABASE_URL,
      KEY_LIMIT: '1000000/60',
      NODE_OPTIONS: '--max-old-space-size=64',
    });
    if (copy === undefined) throw new Error('a copy was wanted');
    const counts: number[] = [];
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const headers = {
            authorization: `Bearer ${key}`,
            'x-visitor-ip': `81.${round}.${index}.1`,
            'user-agent': `${round}-${index} ${'x'.repeat(4000)}`,
          };
          const answer = await fetch(`${copy.url}/beta/api/get-visitor-data`, { headers });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      counts.push(...answers);
    }
    expect(tally(counts)).toEqual({ 200: 5000 });
    expect(copy.process.exitCode).toBeNull();
  });
});

describe.each(['+1h', '-1h'])('of two copies, one whose clock is off by %s', (offset) => {
  it('counts with the other, refuses a revoked key, and ends keys by its own clock', async () => {
    const DATABASE_URL = await emptyDatabase(postgres);
    const settings = { DATABASE_URL, REDIS_URL: `${redis.url}/${offset === '+1h' ? 1 : 2}`, KEY_LIMIT: '200/600' };
    const clock = {
      LD_PRELOAD: process.env['FAKETIME_LIBRARY'] ?? '',
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const [[right], [off]] = await Promise.all([startCopies(1, settings), startCopies(1, { ...settings, ...clock })]);
    if (right === undefined || off === undefined) throw new Error('two copies were wanted');
    const { key, keyId, store, account } = await fill(DATABASE_URL);
    const hours = (Date.parse((await fetch(`${off.url}/ready`)).headers.get('date') ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(offset === '+1h' ? 1 : -1);

    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => read(index % 2 ? right : off, key)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 200, 429: 100 });
    const soon = await store.issueKey(account, { scopes: ['read'], expiresAt: new Date(Date.now() + 1_800_000) });
    expect([(await read(right, soon.key)).status, (await read(off, soon.key)).status]).toEqual([
      200,
      offset === '+1h' ? 401 : 200,
    ]);
    await store.revokeKey(keyId);
    for (const copy of [right, off])
      await expect.poll(async () => (await read(copy, key)).status, { timeout: 20_000 }).toBe(401);
  });
});
