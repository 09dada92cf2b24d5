import { describe, expect, it } from 'vitest';
import { lyon, startProxy, visit } from './visitor.ts';

const apart = {
  'cache-control': 'private, no-cache',
  'cdn-cache-control': 'no-store',
  'surrogate-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

describe('the path of the record', () => {
  it('answers GET with JSON that no cache may share', async () => {
    const { proxy } = await startProxy();
    const response = await proxy(visit(), { ip: lyon });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...apart,
      'content-type': 'application/json; charset=utf-8',
      vary: 'Origin, Sec-Fetch-Site, Sec-GPC',
    });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('answers HEAD as GET without a body', async () => {
    const { proxy } = await startProxy();
    const [get, head] = [
      await proxy(visit({ 'x-request-id': 'one' }), { ip: lyon }),
      await proxy(visit({ 'x-request-id': 'one' }, { method: 'HEAD' }), { ip: lyon }),
    ];
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'FOO', 'get'])(
    'answers %s with 405 and asks nobody',
    async (method) => {
      const { proxy, upstream } = await startProxy();
      const { url, headers, signal } = visit();
      const response = await proxy({ method, url, headers, signal }, { ip: lyon });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await response.json()).toEqual({
        status: 405,
        message: 'Method Not Allowed',
        description: expect.any(String),
      });
      expect(upstream.received).toHaveLength(0);
    },
  );

  it('is the one that the owner names', async () => {
    const { proxy } = await startProxy({ path: '/api/where' });
    expect((await proxy(visit({}, { path: '/api/where' }), { ip: lyon })).status).toBe(200);
    expect((await proxy(visit(), { ip: lyon })).status).toBe(404);
  });

  it('takes no address from the query', async () => {
    const { proxy, upstream } = await startProxy();
    await proxy(visit({}, { path: '/geo?ip=9.9.9.9&X-Visitor-IP=9.9.9.9' }), { ip: lyon });
    expect(upstream.received[0]?.headers['x-visitor-ip']).toBe(lyon);
  });
});

it.each([
  '/',
  '/?x',
  '//',
  '/geo/',
  '/GEO',
  '//geo',
  '/geo/..',
  '/geo/x',
  '/geo%2f',
  '/%67eo',
  '/geo;x',
  '/geo.json',
  '/.env',
  '/..%2f',
  '/%2e%2e%2fetc%2fpasswd',
  '/beta/api/get-visitor-data',
  '/beta/api/delete-website/1',
  '/http://evil.example/',
  '//evil.example/geo',
  '/\u0000',
  `/${'a'.repeat(5000)}`,
  '/__proto__',
  '/health',
  '/metrics',
])('every other path %j is 404 in the error shape and asks nobody', async (path) => {
  const { proxy, upstream } = await startProxy();
  const response = await proxy(visit({}, { path }), { ip: lyon });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ status: 404, message: 'Not Found', description: expect.any(String) });
  expect(Object.fromEntries(response.headers)).toMatchObject(apart);
  expect(upstream.received).toHaveLength(0);
});

it('a fault of ours is a plain 500; its stack is for the log', async () => {
  const { proxy, lines } = await startProxy({
    now: () => {
      throw new Error('clock broke');
    },
    limit: 1,
  });
  const response = await proxy(visit(), { ip: lyon });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/clock|\.ts|at /);
  expect(lines).toEqual([expect.stringMatching(/^500 Error: clock broke .*request-limit\.ts/)]);
});

it.each([
  ['<https://db-ip.com>; rel="license"', '<https://db-ip.com/>; rel="license"'],
  ['<https://db-ip.com/>; rel=license; title="IP Geolocation by DB-IP"', '<https://db-ip.com/>; rel="license"'],
  [
    '<https://a.example/>; rel="next", <https://b.example/x>; title="a, b"; rel="license"',
    '<https://b.example/x>; rel="license"',
  ],
  [
    '<https://a.example/>; rel="license", <https://b.example/>; rel="license"',
    '<https://a.example/>; rel="license", <https://b.example/>; rel="license"',
  ],
  ['<https://a.example/">; rel="license"', '<https://a.example/%22>; rel="license"'],
  ['<http://a.example/>; rel="license"', null],
  ['<javascript:alert(1)>; rel="license"', null],
  ['</relative>; rel="license"', null],
  ['<https://a.example/x.js>; rel="preload"; as="script"', null],
  ['<https://a.example/>; rel="stylesheet"; title="rel=license"', null],
  ['https://a.example/; rel="license"', null],
  ['<<<>>>;;;,,,', null],
  ['', null],
])('the link that the data asks for %j is passed on as %j', async (link, passed) => {
  const { proxy } = await startProxy({
    transport: () =>
      Promise.resolve({
        status: 200,
        headers: new Headers({ link, 'x-other': '1', 'set-cookie': 'a=b', 'cache-control': 'public' }),
        text: '{}',
      }),
  });
  const response = await proxy(visit(), { ip: lyon });
  expect(response.headers.get('link')).toBe(passed);
  expect(response.headers.get('x-other')).toBeNull();
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
});
