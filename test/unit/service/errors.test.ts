import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { statusNames } from '../../../src/record/error-body.ts';
import { createService } from '../../../src/service/service.ts';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { startService } from './running-service.ts';

const get = '/beta/api/get-visitor-data';
const remove = '/beta/api/delete-website/site-1';

async function expectError(response: Response, status: keyof typeof statusNames) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['status', 'message', 'description']);
  expect(body).toMatchObject({ status, message: statusNames[status] });
  expect(body['description']).toMatch(/^[A-Z].*\.$/);
}

it.each([
  '/',
  '/beta/api',
  '/beta/api/',
  `${get}/`,
  `${get}/x`,
  `/${get}`,
  '/beta//api/get-visitor-data',
  '/BETA/api/get-visitor-data',
  '/get-visitor-data',
  '/beta/api/delete-website',
  '/beta/api/delete-website/',
  '/beta/api/delete-website//',
  `${remove}/`,
  `${remove}/more`,
  '/beta/api/get-visitor-data%2F',
  '/beta%2Fapi/get-visitor-data',
  '/.env',
  '/v1/../.env',
  '/%',
  '/%00',
  '/favicon.ico',
])('404 answers %s, with and without a key', async (path) => {
  const { request, url } = await startService();
  await expectError(await request(path), 404);
  await expectError(await fetch(`${url}${path}`), 404);
  await expectError(await request(path, { method: 'DELETE' }), 404);
});

describe('405', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'answers %s on get-visitor-data, before any key is asked for',
    async (method) => {
      const { url } = await startService();
      const response = await fetch(`${url}${get}`, { method });
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      await expectError(response, 405);
    },
  );

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS'])('answers %s on delete-website', async (method) => {
    const { url } = await startService();
    const response = await fetch(`${url}${remove}`, { method });
    expect(response.headers.get('allow')).toBe('DELETE');
    await expectError(response, 405);
  });

  it('answers HEAD on delete-website without a body', async () => {
    const { url } = await startService();
    const response = await fetch(`${url}${remove}`, { method: 'HEAD' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'DELETE', '']);
  });

  it.each(['/health', '/openapi.json'])('answers POST on %s', async (path) => {
    const { url } = await startService();
    const response = await fetch(`${url}${path}`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    await expectError(response, 405);
  });
});

describe('401', () => {
  const good = createApiKey();

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no token', 'Bearer'],
    ['another scheme', 'Basic Zm9vOmJhcg=='],
    ['a key without its scheme', good],
    ['a key nobody issued', `Bearer ${good}`],
    ['a truncated key', `Bearer ${good.slice(0, -1)}`],
    ['one character more', `Bearer ${good}0`],
    ['a wrong checksum', `Bearer ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`],
    ['two tokens', `Bearer ${good} ${good}`],
    ['10 kB', `Bearer ${'a'.repeat(10_000)}`],
    ['Latin-1', 'Bearer geolet_é'],
    ['a quote', "Bearer geolet_' OR 1=1 --"],
    ['a name of Object.prototype', 'Bearer __proto__'],
  ])('answers %s', async (_what, authorization) => {
    const { url } = await startService();
    const response = await fetch(`${url}${get}`, {
      headers: { 'x-visitor-ip': '8.8.8.8', ...(authorization !== undefined && { authorization }) },
    });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expectError(response, 401);
  });

  it.each(['bearer', 'BEARER', 'Bearer ', 'bEaReR   '])(
    'does not answer a good key after the scheme %j',
    async (scheme) => {
      const { request, key } = await startService();
      const response = await request(get, {
        headers: { authorization: `${scheme} ${key}`, 'x-visitor-ip': '8.8.8.8' },
      });
      expect(response.status).toBe(200);
    },
  );

  it('answers an expired key', async () => {
    const { request, service } = await startService();
    const account = await service.store.createAccount('late');
    const { key } = await service.store.issueKey(account, { scopes: ['read'], expiresAt: new Date(Date.now() - 1) });
    await expectError(
      await request(get, { headers: { authorization: `Bearer ${key}`, 'x-visitor-ip': '8.8.8.8' } }),
      401,
    );
  });

  it('answers a revoked key within a second, though it was just used', async () => {
    const { request, service } = await startService();
    const headers = { 'x-visitor-ip': '8.8.8.8' };
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

  it('says the same about every wrong key', async () => {
    const { request } = await startService();
    const answer = async (key: string) => (await request(get, { headers: { authorization: `Bearer ${key}` } })).text();
    expect(new Set(await Promise.all([answer(good), answer('x'), answer(good.slice(0, -2))])).size).toBe(1);
  });
});

describe('429', () => {
  const limited = { keyLimit: { requests: 3, seconds: 60 }, failedKeyLimit: { requests: 2, seconds: 60 } };
  const headers = { 'x-visitor-ip': '8.8.8.8' };

  it('answers the request after the last one allowed, and says when to come back', async () => {
    const { request } = await startService(limited);
    for (const left of [2, 1, 0])
      expect((await request(get, { headers })).headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${left};`));
    const response = await request(get, { headers });
    expect(response.headers.get('retry-after')).toMatch(/^(60|[1-5]\d)$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
    await expectError(response, 429);
  });

  it('lets exactly as many through when they come at once', async () => {
    const { request } = await startService(limited);
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(get, { headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('counts keys apart', async () => {
    const { request, service } = await startService(limited);
    for (let i = 0; i < 4; i++) await request(get, { headers });
    const account = await service.store.createAccount('other');
    const { key } = await service.store.issueKey(account, { scopes: ['read'] });
    expect((await request(get, { headers: { ...headers, authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  it('answers a peer with too many failed keys, whatever it sends next', async () => {
    const { request } = await startService(limited);
    const wrong = { ...headers, authorization: `Bearer ${createApiKey()}` };
    expect((await request(get, { headers: wrong })).status).toBe(401);
    expect((await request(get, { headers: wrong })).status).toBe(401);
    const response = await request(get, { headers });
    expect(response.headers.get('retry-after')).toMatch(/^(60|[1-5]\d)$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"failed-keys";q=2;w=60');
    await expectError(response, 429);
  });

  it('tells the operator once of each peer that is refused for its keys, by its network', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const { request } = await startService(limited);
    const wrong = { ...headers, authorization: `Bearer ${createApiKey()}` };
    await request(get, { headers: wrong });
    expect(log).not.toHaveBeenCalled();
    for (let times = 0; times < 4; times++) await request(get, { headers: wrong });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
    expect(lines).toEqual([
      {
        time: expect.any(String),
        level: 'warn',
        message: expect.stringContaining('set TRUSTED_PROXIES'),
        peer: '127.0.0.0',
        seconds: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(wrong.authorization.slice(7));
  });

  it('does not count requests without any key as failed keys', async () => {
    const { request, url } = await startService(limited);
    for (let i = 0; i < 5; i++) expect((await fetch(`${url}${get}`)).status).toBe(401);
    expect((await request(get, { headers })).status).toBe(200);
  });

  it('does not count a key that has ended as a failed one: whoever exchanges it has many requests under way', async () => {
    const { request, service } = await startService(limited);
    const account = await service.store.createAccount('shop');
    const old = await service.store.issueKey(account, { scopes: ['read'] });
    await service.store.revokeKey(old.id);
    for (let i = 0; i < 5; i++)
      expect((await request(get, { headers: { ...headers, authorization: `Bearer ${old.key}` } })).status).toBe(401);
    expect((await request(get, { headers })).status).toBe(200);
  });

  it('counts failed keys by the caller that a trusted load balancer names', async () => {
    const { request } = await startService({
      ...limited,
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
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { service, key } = await startService();
  const broken = createService({
    geo: service.geo,
    store: { ...service.store, findKey: () => Promise.reject(new Error('SQLITE_IOERR at /secret/path')) },
    limiters: {
      perKey: new MemoryRateLimiter({ requests: 9, seconds: 9 }),
      failedKeys: new MemoryRateLimiter({ requests: 9, seconds: 9 }),
    },
    trustedProxies: [],
  });
  const request = {
    method: 'GET',
    path: get,
    headers: new Headers({ authorization: `Bearer ${key}` }),
    id: 'request-7',
  };
  const { status, headers, body } = await broken.handle(request);
  expect(body).not.toMatch(/secret|SQLITE|at \//);
  expect(body).toContain('request-7');
  await expectError(new Response(body, { status, headers }), 500);
  expect(log).toHaveBeenCalledOnce();
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
    level: 'error',
    message: 'a request failed',
    id: 'request-7',
    error: 'SQLITE_IOERR at /secret/path',
  });
  log.mockRestore();
});
