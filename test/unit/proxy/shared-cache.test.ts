import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { createProxy } from '../../../src/proxy/proxy.ts';
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
const visitors = Array.from({ length: 20 }, (_, index) => `81.2.69.${index + 1}`);

/** How many of the visitors got a record that is not about them. */
async function mixedRecords(arrange: (proxy: Proxy) => Proxy, options: Partial<ProxyOptions> = {}): Promise<number> {
  const upstream = await startUpstream((request, response) => response.end(JSON.stringify({ city: `City of ${String(request.headers['x-visitor-ip'])}` })));
  const front = arrange(createProxy({ upstream: upstream.url, key, limit: 0, timeoutMs: 20_000, ...options }));
  let mixed = 0;
  for (const ip of [...visitors, ...visitors]) {
    const { city } = (await (await front(visit(), { ip })).json()) as { city: string };
    if (city !== `City of ${ip}`) mixed++;
  }
  return mixed;
}

describe('through a shared cache', () => {
  it.each([[['cache-control']], [['cdn-cache-control', 'cache-control']], [['surrogate-control', 'cache-control']], [['surrogate-control']]])('that obeys %j no visitor gets the record of another', async (obeyed) => {
    expect(await mixedRecords((proxy) => cacheInFront(proxy, obeyed))).toBe(0);
  });

  it('that obeys nothing but stripped headers, visitors do: the test can tell', async () => {
    expect(await mixedRecords((proxy) => cacheInFront(proxy, cacheHeaders, cacheHeaders))).toBe(2 * visitors.length - 2);
  });
});

describe('a shared cache between proxy and service', () => {
  it('that hands out another visitor\'s record is found out by its address', async () => {
    const upstream = await startUpstream((_, response) => response.end('{"IP":"81.2.69.1","city":"London"}'));
    const proxy = createProxy({ upstream: upstream.url, key, log: () => {} });
    expect((await proxy(visit(), { ip: '81.2.69.1' })).status).toBe(200);
    const response = await proxy(visit(), { ip: '81.2.69.2' });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('London');
  });
});
