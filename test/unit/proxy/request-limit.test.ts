import { describe, expect, it } from 'vitest';
import { lyon, startProxy } from './visitor.ts';

async function startLimited(limit: number) {
  const clock = { ms: 1_000_000 };
  const { ask: askFrom, upstream, lines } = await startProxy({ limit, now: () => clock.ms });
  const ask = (ip = lyon, init: RequestInit & { path?: string } = {}) => askFrom({}, { ...init, ip });
  const statuses = async (count: number, ip = lyon): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, () => ask(ip)))).map(({ status }) => status);
  return { ask, statuses, clock, upstream, lines };
}

describe('the limit per visitor', () => {
  it('lets so many through within a minute and refuses the rest, also when they come at once', async () => {
    const { statuses, upstream } = await startLimited(5);
    expect((await statuses(8)).toSorted((left, right) => left - right)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    expect(upstream.received).toHaveLength(1);
  });

  it('says when to come back', async () => {
    const { ask, clock } = await startLimited(1);
    await ask();
    clock.ms += 12_500;
    const response = await ask();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '48']);
    expect(await response.json()).toEqual({
      status: 429,
      message: 'Too Many Requests',
      description: 'This address asked more than 1 times within a minute. Try again in 48 s.',
    });
  });

  it('tells the owner once that somebody is above it, with what may be the matter, and not who', async () => {
    const { statuses, lines } = await startLimited(2);
    await statuses(2);
    expect(lines).toEqual([]);
    await statuses(3);
    await statuses(3, '8.8.8.8');
    expect(lines).toEqual([
      expect.stringMatching(
        /^An address asked more than 2 times .* set trust \(GEOLET_TRUST\); .* a higher limit \(GEOLET_LIMIT\)\.$/,
      ),
    ]);
    expect(lines[0]).not.toMatch(new RegExp(`${lyon}|8\\.8\\.8\\.8`));
  });

  it('begins anew after a minute and not before', async () => {
    const { ask, clock } = await startLimited(1);
    await ask();
    clock.ms += 59_999;
    expect((await ask()).status).toBe(429);
    clock.ms += 1;
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  it('counts visitors apart, and an IPv6 /64 as one', async () => {
    const { ask } = await startLimited(1);
    for (const ip of ['8.8.8.8', '8.8.4.4', '2001:4860:1:2::1', '2001:4860:1:3::1'])
      expect((await ask(ip)).status, ip).toBe(200);
    for (const ip of ['::ffff:8.8.8.8', '2001:4860:1:2:3:4:5:6']) expect((await ask(ip)).status, ip).toBe(429);
  });

  const inNetwork = (network: number, count: number) =>
    Array.from({ length: count }, (_, index) => `2001:4860:${network}:${index.toString(16)}::1`);

  it('lets an IPv6 /48 have sixteen times as much, however many networks are in it', async () => {
    const { ask, clock } = await startLimited(3);
    const statusesOf = async (addresses: readonly string[]) =>
      (await Promise.all(addresses.map((address) => ask(address)))).map(({ status }) => status);
    const many = await statusesOf(inNetwork(1, 5000));
    expect(many.filter((status) => status === 200)).toHaveLength(48);
    expect(many.slice(0, 48)).not.toContain(429);
    const refused = await ask('2001:4860:1:ffff::1');
    expect(await refused.json()).toMatchObject({
      description: expect.stringContaining('This network asked more than 48'),
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await statusesOf(inNetwork(2, 10))).not.toContain(429);
    expect((await ask('8.8.8.8')).status).toBe(200);
    clock.ms += 60_000;
    expect(await statusesOf(inNetwork(1, 10))).not.toContain(429);
  });

  it('does not let one visitor above the limit use up what the neighbours have', async () => {
    const { ask, statuses } = await startLimited(3);
    await statuses(500, '2001:4860:1:1::1');
    expect((await ask('2001:4860:1:2::1')).status).toBe(200);
  });

  it('counts IPv4 addresses by themselves', async () => {
    const { ask } = await startLimited(1);
    const answers = await Promise.all(Array.from({ length: 250 }, (_, index) => ask(`8.8.8.${index}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('counts HEAD, and nothing that asks nobody', async () => {
    const { ask } = await startLimited(1);
    await ask(lyon, { path: '/other' });
    await ask(lyon, { method: 'POST' });
    expect((await ask(lyon, { method: 'HEAD' })).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  it('is off at 0', async () => {
    const { statuses } = await startLimited(0);
    expect(new Set(await statuses(150))).toEqual(new Set([200]));
  });

  it('is 120 by default', async () => {
    const answer = { status: 200, headers: new Headers(), text: '{}' };
    const { ask } = await startProxy({ limit: undefined, transport: () => Promise.resolve(answer) });
    const responses = await Promise.all(Array.from({ length: 130 }, () => ask()));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
