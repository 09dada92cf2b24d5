import { describe, expect, it } from 'vitest';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';
import { NetworkRateLimiter } from '../../../src/service/limits/network-rate-limiter.ts';
import { openLimiters } from '../../../src/service/limits/open-limiters.ts';

const create = (perAddress: number, perNetwork: number) =>
  new NetworkRateLimiter(
    new MemoryRateLimiter({ requests: perAddress, seconds: 60 }),
    new MemoryRateLimiter({ requests: perNetwork, seconds: 60 }),
  );

const peers = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::/64`);

describe('failed keys', () => {
  it('of a whole IPv6 /48 are refused from sixteen times the limit on', async () => {
    const { failedKeys } = await openLimiters({
      redisURL: undefined,
      keyLimit: { requests: 1, seconds: 60 },
      failedKeyLimit: { requests: 2, seconds: 60 },
    });
    const remaining = async (peer: string) => (await failedKeys.peek(peer)).remaining;
    let passed = 0;
    for (const peer of peers(100))
      if ((await remaining(peer)) > 0 && !(await failedKeys.consume(peer)).isExceeded) passed++;
    expect(passed).toBe(32);
    const others = ['2001:db8:1:ffff::/64', '2001:db8:2::/64', '203.0.113.7'];
    expect(await Promise.all(others.map(remaining))).toEqual([0, 2, 2]);
  });

  it('that one address sends above its limit are not its neighbours', async () => {
    const limiter = create(2, 4);
    const [first = '', second = ''] = peers(2);
    for (let index = 0; index < 10; index++) await limiter.consume(first);
    expect(await limiter.peek(second)).toMatchObject({ remaining: 2, isExceeded: false });
    expect(await limiter.peek(first)).toMatchObject({ remaining: 0, isExceeded: true });
  });

  it.each(['203.0.113.7', 'unknown'])('of %s count by themselves', async (peer) => {
    const limiter = create(3, 1);
    expect((await limiter.consume(peer)).remaining).toBe(2);
    expect((await limiter.peek(peer)).remaining).toBe(2);
    expect((await limiter.consume(peer)).isExceeded).toBe(false);
  });

  it('are told with the limit that holds', async () => {
    const limiter = create(3, 2);
    const [peer = ''] = peers(1);
    expect(await limiter.consume(peer)).toMatchObject({ limit: { requests: 2 }, remaining: 1, isExceeded: false });
    await limiter.consume(peer);
    expect(await limiter.consume(peer)).toMatchObject({ limit: { requests: 2 }, remaining: 0, isExceeded: true });
  });

  it("are told with the address's own limit where both leave as much", async () => {
    const limiter = create(2, 3);
    const [first = '', second = ''] = peers(2);
    await limiter.consume(first);
    expect(await limiter.consume(second)).toMatchObject({ limit: { requests: 2 }, remaining: 1 });
  });
});
