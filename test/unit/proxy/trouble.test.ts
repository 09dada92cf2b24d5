import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { answerRecord, patience } from './upstream-server.ts';
import { startProxy, visit } from './visitor.ts';

/** A service whose status a test sets, and a proxy on a clock that a test moves. Each visitor is another one. */
async function startTroubled(options: Partial<ProxyOptions> = {}) {
  const clock = { ms: 1_000_000 };
  const service = { status: 200 };
  const { proxy, upstream, lines } = await startProxy({ now: () => clock.ms, ...options }, (request, response) => {
    if (service.status === 200) answerRecord()(request, response);
    else if (service.status !== 0) response.writeHead(service.status).end();
  });
  let visitors = 0;
  const ask = (signal?: AbortSignal) =>
    proxy(visit({}, signal && { signal }), { ip: `81.${visitors++ >> 8}.1.${visitors & 255}` });
  const statuses = async (count: number) => {
    const found: number[] = [];
    while (found.length < count) found.push((await ask()).status);
    return found;
  };
  return { ask, statuses, clock, service, upstream, lines };
}

describe('the breaker', () => {
  it('leaves a service alone that failed five times in a row, says so once, and answers at once', async () => {
    const { ask, statuses, service, upstream, lines } = await startTroubled();
    service.status = 500;
    expect(await statuses(8)).toEqual([502, 502, 502, 502, 502, 503, 503, 503]);
    expect(upstream.received).toHaveLength(5);
    const response = await ask();
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ status: 503, description: expect.stringContaining('in trouble') });
    expect(lines.filter((line) => line.includes('5 times in a row'))).toHaveLength(1);
    expect(lines).toHaveLength(6);
  });

  it('does not open while one of five is answered', async () => {
    const { statuses, service, upstream } = await startTroubled();
    for (const _ of [1, 2]) {
      service.status = 500;
      expect(await statuses(4)).toEqual([502, 502, 502, 502]);
      service.status = 200;
      expect(await statuses(1)).toEqual([200]);
    }
    expect(upstream.received).toHaveLength(10);
  });

  it('lets one request through per pause, and all once it is answered', async () => {
    const { statuses, clock, service, upstream, lines } = await startTroubled();
    service.status = 500;
    await statuses(5);
    clock.ms += 4999;
    expect(await statuses(1)).toEqual([503]);
    clock.ms += 1;
    expect(await statuses(2)).toEqual([502, 503]);
    expect(upstream.received).toHaveLength(6);
    clock.ms += 5000;
    service.status = 200;
    expect(await statuses(3)).toEqual([200, 200, 200]);
    expect(lines.at(-1)).toContain('answers again');
  });

  it('lets no second request through while the first is under way', async () => {
    const { ask, statuses, clock, service, upstream } = await startTroubled();
    service.status = 500;
    await statuses(5);
    service.status = 0;
    clock.ms += 5000;
    const left = new AbortController();
    const probe = ask(left.signal);
    await expect.poll(() => upstream.received.length, patience).toBe(6);
    expect(await statuses(3)).toEqual([503, 503, 503]);
    left.abort();
    await probe;
    // A visitor who leaves proves nothing: the pause goes on, and then there is another try.
    expect(await statuses(1)).toEqual([503]);
    clock.ms += 5000;
    service.status = 200;
    expect(await statuses(2)).toEqual([200, 200]);
  });

  it.each([
    [401, 5],
    [403, 5],
    [429, 5],
    [500, 5],
    // These may be one visitor's doing.
    [400, 8],
    [404, 8],
  ])('counts what fails for everybody: %i to eight visitors leaves %i requests', async (status, requests) => {
    const { statuses, service, upstream } = await startTroubled();
    service.status = status;
    await statuses(8);
    expect(upstream.received).toHaveLength(requests);
  });

  it.each([
    ['does not answer in time', 504, { timeoutMs: 40 }],
    ['is not there', 502, { upstream: 'http://127.0.0.1:1' }],
  ])('counts a service that %s', async (_, status, options) => {
    const { statuses, service } = await startTroubled(options);
    service.status = 0;
    expect(await statuses(6)).toEqual([...Array<number>(5).fill(status), 503]);
  });

  it('does not count visitors who leave', async () => {
    const { ask, statuses, service, upstream } = await startTroubled();
    service.status = 0;
    for (let count = 1; count <= 6; count++) {
      const left = new AbortController();
      const answer = ask(left.signal);
      await expect.poll(() => upstream.received.length, patience).toBe(count);
      left.abort();
      await answer;
    }
    service.status = 200;
    expect(await statuses(1)).toEqual([200]);
  });
});

it('a service that flaps gets few requests while it is down and all while it is up', async () => {
  const { statuses, clock, service, upstream } = await startTroubled();
  for (let round = 0; round < 5; round++) {
    service.status = 500;
    await statuses(50);
    service.status = 200;
    clock.ms += 5000;
    expect(new Set(await statuses(10))).toEqual(new Set([200]));
  }
  expect(upstream.received).toHaveLength(5 * (5 + 10));
});

describe('the daily budget', () => {
  it('is so many requests; then who has no cached answer gets no record, whoever asks', async () => {
    const { ask, upstream, lines } = await startProxy({ dailyBudget: 2 });
    const known = ['81.2.69.1', '81.2.69.2'];
    for (const ip of known) expect((await ask({}, { ip })).status).toBe(200);
    for (const agent of ['Mozilla/5.0', 'Googlebot/2.1']) {
      const response = await ask({ 'user-agent': agent }, { ip: '81.2.69.3' });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3600']);
      expect(await response.json()).toMatchObject({ description: expect.stringContaining('no record now') });
    }
    for (const ip of known) expect((await ask({}, { ip })).status).toBe(200);
    expect(upstream.received).toHaveLength(2);
    expect(lines).toEqual([expect.stringContaining('daily budget of 2')]);
  });

  it('lets an older answer stand in', async () => {
    const clock = { ms: 0 };
    const { ask, upstream } = await startProxy({ dailyBudget: 1, cacheSeconds: 60, now: () => clock.ms });
    await ask();
    clock.ms = 3_600_000;
    expect((await ask()).status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });

  it('begins anew after 24 hours and not before', async () => {
    const { statuses, clock, lines } = await startTroubled({ dailyBudget: 2 });
    expect(await statuses(3)).toEqual([200, 200, 503]);
    clock.ms += 86_399_999;
    expect(await statuses(1)).toEqual([503]);
    expect(lines).toHaveLength(1);
    clock.ms += 1;
    expect(await statuses(4)).toEqual([200, 200, 503, 503]);
    expect(lines).toEqual([expect.stringContaining('daily budget of 2'), expect.stringContaining('daily budget of 2')]);
  });

  it('is not exceeded by requests at once', async () => {
    const { ask, upstream } = await startTroubled({ dailyBudget: 10 });
    const found = await Promise.all(Array.from({ length: 50 }, async () => (await ask()).status));
    expect([found.filter((status) => status === 200).length, upstream.received.length]).toEqual([10, 10]);
  });

  it('is not spent on a service that is left alone', async () => {
    const { statuses, clock, service } = await startTroubled({ dailyBudget: 6 });
    service.status = 500;
    await statuses(20);
    service.status = 200;
    clock.ms += 5000;
    expect(await statuses(2)).toEqual([200, 503]);
  });

  it('that is spent says nothing of a service that is left alone', async () => {
    const { statuses, clock, service, lines } = await startTroubled({ dailyBudget: 5 });
    service.status = 500;
    await statuses(5);
    clock.ms += 5000;
    expect(await statuses(2)).toEqual([503, 503]);
    expect(lines.join()).not.toContain('answers again');
  });

  it('is off at 0', async () => {
    const { statuses } = await startTroubled({ dailyBudget: 0 });
    expect(new Set(await statuses(20))).toEqual(new Set([200]));
  });
});
