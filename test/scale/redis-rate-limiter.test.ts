import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRedisCounters } from '../../src/service/limits/redis-counters.ts';
import { RedisRateLimiter } from '../../src/service/limits/redis-rate-limiter.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis();

async function limiter(requests: number, seconds = 60) {
  const counters = await openRedisCounters(redis.url);
  onTestFinished(() => counters.close());
  return new RedisRateLimiter(counters, 'test', { requests, seconds });
}

describe('RedisRateLimiter', () => {
  it('lets exactly as many of 2,000 at the same time through as the limit says, over four connections', async () => {
    const key = crypto.randomUUID();
    const limiters = await Promise.all([1, 2, 3, 4].map(() => limiter(500)));
    const quotas = await Promise.all(
      Array.from({ length: 2000 }, async (_, index) => limiters[index % 4]?.consume(key)),
    );
    expect(quotas.filter((quota) => quota?.isExceeded === false)).toHaveLength(500);
    expect(new Set(quotas.filter((quota) => !quota?.isExceeded).map((quota) => quota?.remaining)).size).toBe(500);
  });

  it('refuses no key below its limit while others are above theirs', async () => {
    const [one, two] = [await limiter(10), await limiter(10)];
    const keys = Array.from({ length: 20 }, () => crypto.randomUUID());
    for (let i = 0; i < 30; i++) await one.consume('greedy');
    const quotas = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).consume(key))),
    );
    expect(quotas.filter(({ isExceeded }) => isExceeded)).toEqual([]);
  });

  it('opens again when the window ends, and says when that is', async () => {
    const counts = await limiter(1, 1);
    const key = crypto.randomUUID();
    expect(await counts.consume(key)).toMatchObject({ isExceeded: false, remaining: 0, resetSeconds: 1 });
    expect(await counts.consume(key)).toMatchObject({ isExceeded: true });
    const reader = new Redis(redis.url);
    onTestFinished(() => reader.disconnect());
    while ((await reader.exists(`geolet:test:${key}`)) === 1);
    expect(await counts.consume(key)).toMatchObject({ isExceeded: false });
  });

  it('does not count what only looks', async () => {
    const counts = await limiter(1);
    const key = crypto.randomUUID();
    for (let i = 0; i < 5; i++)
      expect(await counts.peek(key)).toMatchObject({ remaining: 1, isExceeded: false, resetSeconds: 60 });
    await counts.consume(key);
    expect(await counts.peek(key)).toMatchObject({ remaining: 0, isExceeded: true });
  });

  it('gives a counter without an end one, rather than refusing for ever', async () => {
    const counts = await limiter(1);
    const key = crypto.randomUUID();
    const writer = new Redis(redis.url);
    onTestFinished(() => writer.disconnect());
    await writer.set(`geolet:test:${key}`, '1');
    expect(await counts.consume(key)).toMatchObject({ isExceeded: true, resetSeconds: 60 });
    expect(await writer.pttl(`geolet:test:${key}`)).toBeGreaterThan(0);
  });

  it('does not start, and does not repeat the password, where there is no Redis', async () => {
    const error: unknown = await openRedisCounters('redis://:secret@127.0.0.1:1').catch((error: unknown) => error);
    expect(String(error)).toMatch(/^OperatorError: REDIS_URL: Redis can't be used: .*ECONNREFUSED/);
    expect(String(error)).not.toContain('secret');
  });
});
