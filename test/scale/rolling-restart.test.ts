import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBalancer } from './balancer.ts';
import { fill, startCopies } from './copies.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { useRedis } from './redis-server.ts';

const postgres = usePostgres();
const redis = useRedis();

const requests = 10_000;
const atOnce = 16;

/** 10,000 requests through a balancer over two copies; something happens to one of them after 3,000. */
async function underLoad(happens: (copy: { kill(signal: NodeJS.Signals): boolean }) => void) {
  const DATABASE_URL = await emptyDatabase(postgres);
  const environment = { DATABASE_URL, REDIS_URL: redis.url, KEY_LIMIT: '1000000/60', DRAIN_SECONDS: '1' };
  const [one, two] = await startCopies(2, environment);
  if (one === undefined || two === undefined) throw new Error('two copies were wanted');
  const { key } = await fill(DATABASE_URL);
  const balancer = await startBalancer([one.url, two.url], 50);
  onTestFinished(() => balancer.stop());
  const headers = { authorization: `Bearer ${key}`, 'x-visitor-ip': '8.8.8.8' };
  const exited = once(one.process, 'exit');
  const results = new Map<number | string, number>();
  let sent = 0;
  const worker = async () => {
    while (sent < requests) {
      if (++sent === 3000) happens(one.process);
      const result = await balancer.send('/beta/api/get-visitor-data', headers);
      results.set(result, (results.get(result) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { results, exit: await exited };
}

describe('while 10,000 requests come', () => {
  it('SIGTERM to one of two copies fails none of them', async () => {
    const { results, exit } = await underLoad((copy) => copy.kill('SIGTERM'));
    expect(Object.fromEntries(results)).toEqual({ 200: requests });
    expect(exit).toEqual([0, null]);
  });

  it('kill -9 of one of two copies fails only what was sent to it until the balancer noticed', async () => {
    const { results, exit } = await underLoad((copy) => copy.kill('SIGKILL'));
    const answered = results.get(200) ?? 0;
    const failures = [...results.keys()].filter((result) => result !== 200);
    expect(exit).toEqual([null, 'SIGKILL']);
    for (const failure of failures) expect(failure).toMatch(/ECONNRESET|ECONNREFUSED|socket hang up|EPIPE/);
    // What was in flight on it fails at once; what is refused after that, the balancer repeats or not, was never taken.
    const inFlight = [...results].filter(([result]) => /ECONNRESET|hang up|EPIPE/.test(String(result))).reduce((sum, [, count]) => sum + count, 0);
    expect(inFlight).toBeLessThanOrEqual(atOnce);
    expect(answered).toBeGreaterThan(requests / 2);
  });
});
