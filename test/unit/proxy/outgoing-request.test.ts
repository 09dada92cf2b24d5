import { describe, expect, it } from 'vitest';
import * as undici from 'undici';
import { createNodeTransport } from '../../../src/adapters/node/index.ts';
import { createUndiciTransport } from '../../../src/proxy/node/undici-transport.ts';
import { visitorHeaders } from '../../../src/record/operations.ts';
import { key } from './upstream-server.ts';
import { lyon, startProxy } from './visitor.ts';

const passed = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/118.0.0.0',
  'accept-language': 'fr-FR, en;q=0.8',
  referer: 'https://shop.example/shoes',
  'save-data': 'on',
  'sec-ch-ua': '"Chromium";v="118"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-ch-ua-platform-version': '"6.1"',
  'sec-ch-ua-form-factors': '"Desktop"',
  'sec-ch-prefers-color-scheme': '"dark"',
  'sec-ch-prefers-reduced-motion': '"reduce"',
};

/** Ours, and the two that clients add because HTTP needs them. */
const own = {
  accept: 'application/json',
  authorization: `Bearer ${key}`,
  'x-visitor-ip': lyon,
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  connection: 'keep-alive',
};

const kept = {
  cookie: 'session=secret',
  authorization: 'Bearer visitor',
  'proxy-authorization': 'Basic eA==',
  'x-visitor-ip': '9.9.9.9',
  'x-forwarded-for': '9.9.9.9',
  forwarded: 'for=9.9.9.9',
  'x-real-ip': '9.9.9.9',
  via: '1.1 evil',
  'x-http-method-override': 'DELETE',
  'cache-control': 'no-store',
  'if-none-match': '"x"',
  range: 'bytes=0-1',
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'sec-gpc': '1',
  'sec-ch-ua-model': '"Pixel"',
  'x-custom': 'y',
};

/** The headers of the one request that reached the service. */
async function sent(headers: Record<string, string>, transport = createNodeTransport()): Promise<unknown> {
  const { ask, upstream } = await startProxy({ transport });
  await ask(headers);
  expect(upstream.received).toHaveLength(1);
  return upstream.received[0]?.headers;
}

describe('what the service is sent', () => {
  it.each([
    ['node:http', createNodeTransport()],
    ['undici', createUndiciTransport(undici)],
  ])('is the exact set of passed headers and our own, through %s', async (_, transport) => {
    expect(Object.keys(passed)).toEqual([...visitorHeaders]);
    expect(await sent({ ...passed, ...kept }, transport)).toEqual({ ...passed, ...own });
  });

  it('has nothing of a visitor who sends nothing', async () => {
    expect(await sent({})).toEqual(own);
  });

  it('is a GET of the one path, whatever the visitor asks', async () => {
    const { ask, upstream } = await startProxy({ cacheSeconds: 0 });
    await ask({}, { path: '/geo?ip=9.9.9.9&base_url=http://evil.example/#x' });
    await ask({ 'x-http-method-override': 'DELETE' }, { method: 'HEAD' });
    expect(upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(2).fill('GET /beta/api/get-visitor-data'),
    );
  });

  it('through fetch has no user agent of ours when the visitor has none', async () => {
    const { ask, upstream } = await startProxy();
    await ask();
    expect(upstream.received[0]?.headers['user-agent']).toBe('');
  });

  it.each([
    ['https://shop.example/a/b?token=secret#part', 'https://shop.example/a/b'],
    ['https://user:password@shop.example/', 'https://shop.example/'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
    ['https://shop.example', 'https://shop.example/'],
    [`https://shop.example/${'a'.repeat(5000)}`, `https://shop.example/${'a'.repeat(1003)}`],
  ])('the page %s as %s', async (referer, cut) => {
    expect(await sent({ referer, 'x-visitor-referer': referer })).toEqual({
      ...own,
      referer: cut,
      'x-visitor-referer': cut,
    });
  });

  it.each([
    'about:client',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '/shoes',
    'shop.example',
    '',
    'https://',
    `https://shop.example/${'a'.repeat(9000)}`,
  ])('not the page %j', async (referer) => {
    expect(await sent({ referer, 'x-visitor-referer': referer })).toEqual(own);
  });

  it.each([
    ['x'.repeat(20_000), 'x'.repeat(1024)],
    ['Mozilla\u00e9/5.0\u00ff', 'Mozilla/5.0'],
    ['a\tb', 'ab'],
    ['\u00e9\u00ff', undefined],
  ])('a user agent of bounded length in printable ASCII, if any is left', async (agent, clean) => {
    expect(await sent({ 'user-agent': agent })).toEqual({
      ...own,
      ...(clean !== undefined && { 'user-agent': clean }),
    });
  });
});
