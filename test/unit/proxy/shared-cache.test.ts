import { describe, expect, it } from 'vitest';
import { createProxy } from '../../../src/proxy/proxy.ts';
import { startEcho } from './echo-upstream.ts';
import { key, startUpstream } from './upstream-server.ts';
import { visit } from './visitor.ts';

type Proxy = ReturnType<typeof createProxy>;

/**
 * A shared cache as CDNs have them: it obeys the first of the headers it knows, ignores `Vary`, and stores everything that
 * it is not told to leave alone.
 */
function cacheInFront(proxy: Proxy, obeyed: readonly string[], strip: readonly string[] = []): Proxy {
  const stored = new Map<string, { body: string; status: number; headers: Headers }>();
  return async (request, peer) => {
    const hit = stored.get(request.url);
    if (hit !== undefined) return new Response(hit.body, hit);
    const response = await proxy(request, peer);
    const headers = new Headers(response.headers);
    for (const name of strip) headers.delete(name);
    const policy = obeyed.map((name) => headers.get(name)).find((value) => value !== null) ?? 'public';
    const body = await response.text();
    if (!/private|no-store/.test(policy)) stored.set(request.url, { body, status: response.status, headers });
    return new Response(body, { status: response.status, headers });
  };
}

const cacheHeaders = ['cache-control', 'cdn-cache-control', 'surrogate-control'];
const visitors = Array.from({ length: 100 }, (_, index) =>
  index % 3 === 0 ? `2a01:cb00:0:${(index + 1).toString(16)}::1` : `81.2.69.${index + 1}`,
);

/** How many of the requests got a record that is not about who asked. */
async function mixedRecords(requests: number, arrange: (proxy: Proxy) => Proxy): Promise<number> {
  const upstream = await startEcho();
  const front = arrange(createProxy({ upstream: upstream.url, key, limit: 0, timeoutMs: 20_000, expose: ['IP'] }));
  let mixed = 0;
  for (let index = 0; index < requests; index++) {
    // 7 and 100 have no common divisor, so everybody comes equally often and never in the same company.
    const ip = visitors[(index * 7 + Math.floor(index / 100)) % visitors.length] ?? '';
    const record = (await (await front(visit(), { ip })).json()) as Record<string, unknown>;
    if (record['city'] !== `City of ${ip}` || record['IP'] !== ip) mixed++;
  }
  expect(upstream.received.length).toBeLessThanOrEqual(visitors.length);
  return mixed;
}

describe('through a shared cache that obeys our headers', () => {
  it('10,000 requests of 100 visitors mix no records', async () => {
    expect(await mixedRecords(10_000, (proxy) => cacheInFront(proxy, cacheHeaders))).toBe(0);
  });

  it('and gets them stripped, nearly all are mixed: the test can tell', async () => {
    expect(await mixedRecords(10_000, (proxy) => cacheInFront(proxy, cacheHeaders, cacheHeaders))).toBe(10_000 - 100);
  });

  it.each([
    [['cdn-cache-control', 'cache-control']],
    [['surrogate-control', 'cache-control']],
    [['surrogate-control']],
  ])('only %j, none are mixed', async (obeyed) => {
    expect(await mixedRecords(500, (proxy) => cacheInFront(proxy, obeyed))).toBe(0);
  });
});

it("a shared cache between proxy and service that hands out another visitor's record is found out by its address", async () => {
  const upstream = await startUpstream((_, response) => response.end('{"IP":"81.2.69.1","city":"London"}'));
  const proxy = createProxy({ upstream: upstream.url, key, log: () => {} });
  expect((await proxy(visit(), { ip: '81.2.69.1' })).status).toBe(200);
  const response = await proxy(visit(), { ip: '81.2.69.2' });
  expect(response.status).toBe(502);
  expect(await response.text()).not.toContain('London');
});
