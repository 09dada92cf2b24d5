import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { startEcho } from './echo-upstream.ts';
import { answerRecord, patience } from './upstream-server.ts';
import { lyon, startProxy } from './visitor.ts';

async function startClocked(options: Partial<ProxyOptions> = {}) {
  const clock = { ms: 1_000_000 };
  const service = { fails: false };
  const { ask, ...rest } = await startProxy(
    { now: () => clock.ms, cacheSeconds: 60, staleSeconds: 600, expose: ['IP', 'ISP'], ...options },
    (request, response) => {
      if (service.fails) response.writeHead(500).end();
      else answerRecord()(request, response);
    },
  );
  return { ...rest, ask: (headers: Record<string, string> = {}, ip = lyon) => ask(headers, { ip }), clock, service };
}

const bodyOf = async (answer: Promise<Response>): Promise<Record<string, unknown>> =>
  (await (await answer).json()) as Record<string, unknown>;

describe('a remembered answer', () => {
  it('is the same as a new one, field by field and header by header', async () => {
    const upstream = await startEcho(() => ({ link: '<https://db-ip.com/>; rel="license"' }));
    const { ask } = await startProxy({ upstream: upstream.url, expose: ['IP'] });
    const headers = {
      referer: 'https://shop.example/a?q=1',
      'x-visitor-referer': 'https://search.example/',
      'user-agent': 'a',
      'x-request-id': 'one',
    };
    const [miss, hit] = [await ask(headers), await ask(headers)];
    expect([...hit.headers]).toEqual([...miss.headers]);
    expect(hit.headers.get('link')).toBe('<https://db-ip.com/>; rel="license"');
    expect(await hit.text()).toBe(await miss.text());
    expect(upstream.received).toHaveLength(1);
  });

  it('is given while it is fresh and not after', async () => {
    const { ask, clock, upstream } = await startClocked();
    await ask();
    clock.ms += 59_999;
    await ask();
    expect(upstream.received).toHaveLength(1);
    clock.ms += 1;
    await ask();
    expect(upstream.received).toHaveLength(2);
  });

  it.each([
    ['staleSeconds', 60, 600],
    ['cacheSeconds', 600, 0],
  ])('is forgotten after %s at the next request of anybody', async (_, cacheSeconds, staleSeconds) => {
    const { ask, clock, upstream } = await startClocked({ cacheSeconds, staleSeconds });
    await ask();
    const askedAt = clock.ms;
    clock.ms += 600_001;
    await ask({}, '212.27.48.11');
    // No clock goes back; here it shows what is still there.
    clock.ms = askedAt;
    await ask();
    expect(upstream.received).toHaveLength(3);
  });

  it.each([
    ['gave it again', false],
    ['let it stand in', true],
  ])('is forgotten after staleSeconds also where it %s after younger ones had come', async (_, stoodIn) => {
    const { ask, clock, service, upstream } = await startClocked();
    await ask();
    const askedAt = clock.ms;
    clock.ms += stoodIn ? 500_000 : 50_000;
    await ask({}, '212.27.48.11');
    service.fails = stoodIn;
    expect((await ask()).status).toBe(200);
    service.fails = false;
    clock.ms = askedAt + 600_001;
    await ask({}, '212.27.48.11');
    const before = upstream.received.length;
    // No clock goes back; here it shows what is still there.
    clock.ms = askedAt;
    await ask();
    expect(upstream.received).toHaveLength(before + 1);
  });

  it('is not kept when the cache is off', async () => {
    const { ask, service, upstream } = await startClocked({ cacheSeconds: 0 });
    for (const _ of [1, 2]) await ask();
    expect(upstream.received).toHaveLength(2);
    service.fails = true;
    expect((await ask()).status).toBe(502);
  });

  it.each<[string, Record<string, string>, string]>([
    ['another address', {}, '212.27.48.11'],
    ['another IPv6 /64', {}, '2a01:cb00:0:2::1'],
    ['another user agent', { 'user-agent': 'b' }, lyon],
    ['another language', { 'accept-language': 'fr' }, lyon],
    ['another page', { referer: 'https://shop.example/b' }, lyon],
    ['another page they came from', { 'x-visitor-referer': 'https://shop.example/b' }, lyon],
    ['the same text in another header', { 'sec-ch-ua': 'a' }, lyon],
  ])('is not given to %s', async (_, headers, ip) => {
    const { ask, upstream } = await startClocked();
    for (const first of [lyon, '2a01:cb00:0:1::1']) await ask({ 'user-agent': 'a' }, first);
    await ask(headers, ip);
    expect(upstream.received).toHaveLength(3);
  });

  it('is given whatever the visitor sends that the service is not sent', async () => {
    const { ask, upstream } = await startClocked();
    await ask();
    await ask({ cookie: 'a=b', 'x-forwarded-for': '9.9.9.9', 'x-custom': 'c', 'accept-encoding': 'br' });
    expect(upstream.received).toHaveLength(1);
  });

  it('is shared by the spellings of one address, and within an IPv6 /64 each sees their own', async () => {
    const { ask, upstream } = await startClocked();
    await ask();
    expect(await bodyOf(ask({}, `::ffff:${lyon}`))).toMatchObject({ IP: lyon });
    const first = await bodyOf(ask({}, '2a01:cb00:0:1::1'));
    const neighbour = '2a01:cb00:0:1:2:3:4:5';
    expect(await bodyOf(ask({}, neighbour))).toEqual({ ...first, IP: neighbour });
    expect(upstream.received).toHaveLength(2);
  });
});

describe('an older answer', () => {
  it('stands in while the service fails, for the same question alone', async () => {
    const { ask, clock, service, lines } = await startClocked();
    const fresh = await bodyOf(ask());
    clock.ms += 61_000;
    service.fails = true;
    expect(await bodyOf(ask())).toEqual(fresh);
    expect((await ask({ 'user-agent': 'other' })).status).toBe(502);
    expect((await ask({}, '212.27.48.11')).status).toBe(502);
    expect(lines).toHaveLength(2);
  });

  it('is not given beyond its time', async () => {
    const { ask, clock, service } = await startClocked();
    await ask();
    service.fails = true;
    clock.ms += 599_999;
    expect((await ask()).status).toBe(200);
    clock.ms += 1;
    expect((await ask()).status).toBe(502);
  });

  it('is not given once the service answers again', async () => {
    const { ask, clock, service, upstream } = await startClocked();
    await ask();
    clock.ms += 61_000;
    service.fails = true;
    await ask();
    service.fails = false;
    for (const _ of [1, 2]) await ask();
    expect(upstream.received).toHaveLength(3);
  });
});

describe('1,000 requests of one visitor at once', () => {
  it.each([
    ['make one request to the service', 200, false],
    ['share a failure too, and the next one asks anew', 502, true],
  ])('%s', async (_, status, fails) => {
    const { ask, service, upstream } = await startClocked();
    service.fails = fails;
    const statuses = await Promise.all(Array.from({ length: 1000 }, async () => (await ask()).status));
    expect([new Set(statuses), upstream.received.length]).toEqual([new Set([status]), 1]);
    service.fails = false;
    expect((await ask()).status).toBe(200);
  });
});

describe('a visitor who leaves', () => {
  async function startHeld() {
    const held: Array<() => void> = [];
    const { ask, ...rest } = await startProxy(
      {},
      (request, response) => void held.push(() => answerRecord()(request, response)),
    );
    return { ask: (signal: AbortSignal) => ask({}, { signal }), held, ...rest };
  }

  it('takes no answer from those who wait for the same', async () => {
    const { ask, held, upstream, lines } = await startHeld();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(first.signal), ask(second.signal)];
    await expect.poll(() => held.length, patience).toBe(1);
    first.abort();
    expect((await answers[0])?.status).toBe(503);
    held[0]?.();
    expect((await answers[1])?.status).toBe(200);
    expect([upstream.received.length, lines]).toEqual([1, []]);
  });

  it('ends the request when nobody else waits, and the next one asks anew', async () => {
    const { ask, held, upstream } = await startHeld();
    const controllers = [new AbortController(), new AbortController()];
    const answers = controllers.map(({ signal }) => ask(signal));
    await expect.poll(() => held.length, patience).toBe(1);
    for (const controller of controllers) controller.abort();
    await Promise.all(answers);
    await expect.poll(upstream.isLetGo, patience).toBe(true);
    const next = ask(new AbortController().signal);
    await expect.poll(() => held.length, patience).toBe(2);
    held[1]?.();
    expect((await next).status).toBe(200);
  });
});
