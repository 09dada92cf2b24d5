import { describe, expect, it } from 'vitest';
import { statusNames } from '../../../src/record/error-body.ts';
import { createService } from '../../../src/service/service.ts';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { keepLog } from './log-lines.ts';
import { startService } from './running-service.ts';

const get = '/beta/api/get-visitor-data';
const remove = '/beta/api/delete-website/site-1';
const headers = { 'x-visitor-ip': '8.8.8.8' };

async function expectError(response: Response, status: keyof typeof statusNames) {
  expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
    status,
    {
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store') as string,
    },
  ]);
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.entries(body)).toEqual([
    ['status', status],
    ['message', statusNames[status]],
    ['description', expect.stringMatching(/^[A-Z].*\.$/)],
  ]);
}

it.each([
  ['of no operation', ['/', '/beta/api', '/beta/api/', '/get-visitor-data', '/.env', '/v1/../.env', '/favicon.ico']],
  ['with something behind', [`${get}/`, `${get}/x`, `${remove}/`, `${remove}/more`]],
  ['with other slashes or letters', [`/${get}`, '/beta//api/get-visitor-data', '/BETA/api/get-visitor-data']],
  ['without a site ID', ['/beta/api/delete-website', '/beta/api/delete-website/', '/beta/api/delete-website//']],
  ['that are encoded', ['/beta/api/get-visitor-data%2F', '/beta%2Fapi/get-visitor-data', '/%', '/%00']],
])('404 answers paths %s, with and without a key: %j', async (_which, paths) => {
  const { request, url } = await startService();
  for (const path of paths) {
    await expectError(await request(path), 404);
    await expectError(await fetch(`${url}${path}`), 404);
    await expectError(await request(path, { method: 'DELETE' }), 404);
  }
});

it.each([
  [get, 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  [remove, 'DELETE', ['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS']],
  ['/health', 'GET, HEAD', ['POST']],
  ['/openapi.json', 'GET, HEAD', ['POST']],
])('405 on %s allows %s, before any key is asked for', async (path, allow, methods) => {
  const { url } = await startService();
  for (const method of methods) {
    const response = await fetch(`${url}${path}`, { method });
    expect([method, response.headers.get('allow')]).toEqual([method, allow]);
    await expectError(response, 405);
  }
});

it('405 answers HEAD on delete-website without a body', async () => {
  const { url } = await startService();
  const response = await fetch(`${url}${remove}`, { method: 'HEAD' });
  expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'DELETE', '']);
});

describe('401', () => {
  it.each([
    ['no header', {}],
    ['a key nobody issued', { authorization: `Bearer ${createApiKey()}` }],
    ['10 kB', { authorization: `Bearer ${'a'.repeat(10_000)}` }],
    ['Latin-1', { authorization: 'Bearer geolet_é' }],
  ])('answers %s', async (_what, authorization) => {
    const { url } = await startService();
    const response = await fetch(`${url}${get}`, { headers: { ...headers, ...authorization } });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expectError(response, 401);
  });

  it('answers a revoked key within a second, though it was just used', async () => {
    const { request, service } = await startService();
    expect((await request(get, { headers })).status).toBe(200);
    await service.store.revokeKey(1);
    const revokedAt = performance.now();
    let lastAnsweredAt = revokedAt;
    // How long a request takes is the machine's; none that is made a second later is answered.
    await expect
      .poll(
        async () => {
          const askedAt = performance.now();
          const { status } = await request(get, { headers });
          if (status === 200) lastAnsweredAt = askedAt;
          return status;
        },
        { interval: 20, timeout: 20_000 },
      )
      .toBe(401);
    expect(lastAnsweredAt - revokedAt).toBeLessThan(1000);
  });
});

describe('429', () => {
  const keyLimit = { requests: 3, seconds: 60 };

  it('answers the request after the last one allowed, and says when to come back', async () => {
    const { request } = await startService({ keyLimit });
    for (const left of [2, 1, 0])
      expect((await request(get, { headers })).headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${left};`));
    const response = await request(get, { headers });
    expect(response.headers.get('retry-after')).toMatch(/^(60|[1-5]\d)$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
    await expectError(response, 429);
  });

  it('lets exactly as many through when they come at once', async () => {
    const { request } = await startService({ keyLimit });
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(get, { headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('counts failed keys by the caller that a trusted load balancer names', async () => {
    const { request } = await startService({
      failedKeyLimit: { requests: 2, seconds: 60 },
      trustedProxies: [{ family: 4, prefixLength: 32, prefix: 0x7f00_0001n, hostBits: 0n }],
    });
    const from = (caller: string, authorization?: string) =>
      request(get, {
        headers: { ...headers, 'x-forwarded-for': `1.1.1.1, ${caller}`, ...(authorization && { authorization }) },
      });
    for (let i = 0; i < 3; i++) await from('198.51.100.1', `Bearer ${createApiKey()}`);
    expect((await from('198.51.100.1')).status).toBe(429);
    expect((await from('198.51.100.2')).status).toBe(200);
  });
});

describe('the order of checks', () => {
  it('puts the path before the method, the method before the key, the key before the input', async () => {
    const { url, request } = await startService();
    expect((await fetch(`${url}/nowhere`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}${get}`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}${get}`, { headers: { 'x-visitor-ip': 'junk' } })).status).toBe(401);
    expect((await fetch(`${url}/beta/api/delete-website/%00`, { method: 'DELETE' })).status).toBe(401);
    expect((await request(get, { headers: { 'x-visitor-ip': 'junk' } })).status).toBe(400);
  });

  it('puts the limit before the input', async () => {
    const { request } = await startService({ keyLimit: { requests: 1, seconds: 60 } });
    expect((await request(get)).status).toBe(400);
    expect((await request(get)).status).toBe(429);
  });
});

it('500 tells nothing about what went wrong, and logs it', async () => {
  const logged = keepLog();
  const { service, key } = await startService();
  const limiter = new MemoryRateLimiter({ requests: 9, seconds: 9 });
  const broken = createService({
    geo: service.geo,
    store: { ...service.store, findKey: () => Promise.reject(new Error('SQLITE_IOERR at /secret/path')) },
    limiters: { perKey: limiter, failedKeys: limiter },
    trustedProxies: [],
  });
  const { status, headers, body } = await broken.handle({
    method: 'GET',
    path: get,
    headers: new Headers({ authorization: `Bearer ${key}` }),
    id: 'request-7',
  });
  expect(body).not.toMatch(/secret|SQLITE|at \//);
  expect(body).toContain('request-7');
  await expectError(new Response(body, { status, headers }), 500);
  const error = 'SQLITE_IOERR at /secret/path';
  expect(logged()).toMatchObject([{ level: 'error', message: 'a request failed', id: 'request-7', error }]);
});
