import { describe, expect, it } from 'vitest';
import { lyon, startProxy, visit } from './visitor.ts';

describe('the path of the record', () => {
  it('answers HEAD as GET without a body', async () => {
    const { ask } = await startProxy();
    const headers = { 'x-request-id': 'one' };
    const [get, head] = [await ask(headers), await ask(headers, { method: 'HEAD' })];
    expect([...head.headers]).toEqual([...get.headers]);
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each(['PUT', 'QUERY', 'FOO', 'get'])('answers %s with 405 and asks nobody', async (method) => {
    const { proxy, upstream } = await startProxy();
    const { url, headers, signal } = visit();
    const response = await proxy({ method, url, headers, signal }, { ip: lyon });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(upstream.received).toEqual([]);
  });
});

it.each(['/', '/geo/x', '/geo%2f', '/geo.json', '/.env', '/\u0000', `/${'a'.repeat(5000)}`, '/__proto__', '/metrics'])(
  'every other path %j is 404 in the error shape and asks nobody',
  async (path) => {
    const { ask, upstream } = await startProxy();
    const response = await ask({}, { path });
    expect(await response.json()).toEqual({ status: 404, message: 'Not Found', description: expect.any(String) });
    expect([response.status, response.headers.get('cdn-cache-control'), upstream.received]).toEqual([
      404,
      'no-store',
      [],
    ]);
  },
);

it('a fault of ours is a plain 500; its stack is for the log', async () => {
  const now = () => {
    throw new Error('clock broke');
  };
  const { ask, lines } = await startProxy({ now, limit: 1 });
  const response = await ask();
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
  const headers = new Headers({ link, 'x-other': '1', 'set-cookie': 'a=b', 'cache-control': 'public' });
  const { ask } = await startProxy({ transport: () => Promise.resolve({ status: 200, headers, text: '{}' }) });
  const response = await ask();
  expect(['link', 'x-other', 'set-cookie', 'cache-control'].map((name) => response.headers.get(name))).toEqual([
    passed,
    null,
    null,
    'private, no-cache',
  ]);
});
