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
/** What a client sees of a copy that is gone, of a request under way or of one that it never took. */
const gone = /ECONNRESET|ECONNREFUSED|socket hang up|EPIPE/;

/**
 * 10,000 requests through a balancer over two copies; something happens to the first after 3,000. How often each copy
 * gave which result.
 */
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
  const results = { first: new Map<number | string, number>(), second: new Map<number | string, number>() };
  let sent = 0;
  const worker = async () => {
    while (sent < requests) {
      if (++sent === 3000) happens(one.process);
      const { url, result } = await balancer.send('/beta/api/get-visitor-data', headers);
      const ofCopy = url === one.url ? results.first : results.second;
      ofCopy.set(result, (ofCopy.get(result) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { ...results, exit: await exited };
}

describe('while 10,000 requests come', () => {
  it('SIGTERM to one of two copies fails none of them', async () => {
    const { first, second, exit } = await underLoad((copy) => copy.kill('SIGTERM'));
    expect([...first.keys(), ...second.keys()]).toEqual([200, 200]);
    expect((first.get(200) ?? 0) + (second.get(200) ?? 0)).toBe(requests);
    expect(exit).toEqual([0, null]);
  });

  it('kill -9 of one of two copies fails only what was sent to it until the balancer noticed', async () => {
    const { first, second, exit } = await underLoad((copy) => copy.kill('SIGKILL'));
    expect(exit).toEqual([null, 'SIGKILL']);
    expect([...second.keys()]).toEqual([200]);
    expect(second.get(200)).toBeGreaterThan(requests / 3);
    expect(first.get(200)).toBeGreaterThan(1000);
    for (const result of first.keys()) if (result !== 200) expect(result).toMatch(gone);
  });
});
