import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { statusNames } from '../../../src/record/error-body.ts';
import { parseAnswer, startService } from './running-service.ts';

const get = '/beta/api/get-visitor-data';

function expectError(raw: string, status: keyof typeof statusNames) {
  const answer = parseAnswer(raw);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('connection')).toBe('close');
  expect(answer.body).toMatchObject({ status, message: statusNames[status] });
}

describe('what the HTTP parser refuses is answered in the error shape', () => {
  it.each([
    ['a line that is no request', 'hello\r\n\r\n', 400],
    ['a method nobody knows', `FOO ${get} HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
    ['a version nobody knows', `GET ${get} HTTP/9.9\r\nHost: a\r\n\r\n`, 400],
    ['both lengths', `GET ${get} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['two lengths', `GET ${get} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a blank before the colon', `GET ${get} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP : 8.8.8.8\r\n\r\n`, 400],
    ['a folded header', `GET ${get} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8\r\n .8.8\r\n\r\n`, 400],
    ['a NUL in a header', `GET ${get} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \0\r\n\r\n`, 400],
    ['a carriage return in a header', `GET ${get} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8.8.8\rX: y\r\n\r\n`, 400],
    ['20 kB of headers', `GET ${get} HTTP/1.1\r\nHost: a\r\nX-Filler: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['20 kB of path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405],
  ] as const)('%s', async (_what, bytes, status) => {
    const { exchange } = await startService();
    expectError(await exchange(bytes), status);
  });

  it('a request that never ends', async () => {
    const { exchange } = await startService({}, { headersMs: 50, requestMs: 50, keepAliveMs: 50 });
    expectError(await exchange(`GET ${get} HTTP/1.1\r\nHost: a\r\n`), 408);
  });
});

describe('what Node lets through is refused', () => {
  it.each([
    ['two Host headers', `GET ${get} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['no Host header', `GET ${get} HTTP/1.1\r\n\r\n`],
    [
      'two Authorization headers',
      `GET ${get} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    ],
    ['an absolute target', `GET http://elsewhere.example${get} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a host that is none', `GET ${get} HTTP/1.1\r\nHost: a b/c@d\r\nConnection: close\r\n\r\n`],
    ['a backslash', `GET /beta\\api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    const { exchange } = await startService();
    expectError(await exchange(bytes), 400);
  });

  it('TRACE, with 405', async () => {
    const { exchange } = await startService();
    expectError(await exchange(`TRACE ${get} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), 405);
  });

  it.each([
    ['of a known length', 'Content-Length: 5\r\n\r\nhello'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['of a gigabyte that is still to come', 'Content-Length: 1000000000\r\n\r\nhello'],
    ['that waits for 100 Continue', 'Content-Length: 5\r\nExpect: 100-continue\r\n\r\n'],
    ['that expects the unknown', 'Content-Length: 5\r\nExpect: miracles\r\n\r\n'],
  ])('a body %s', async (_what, rest) => {
    const { exchange, key } = await startService();
    const head = (method: string, path: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n`;
    expectError(await exchange(`${head('GET', get)}${rest}`), 400);
    expectError(await exchange(`${head('DELETE', '/beta/api/delete-website/site-1')}${rest}`), 400);
  });
});

it.each([
  [
    'HTTP/1.0 without Host',
    (key: string) => `GET ${get} HTTP/1.0\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ],
  [
    'an empty body',
    (key: string) =>
      `GET ${get} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ],
  [
    'an offer to upgrade',
    (key: string) =>
      `GET ${get} HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ],
])('what is only unusual is answered %s', async (_what, bytes) => {
  const { exchange, key } = await startService();
  expect(parseAnswer(await exchange(bytes(key)))).toMatchObject({ status: 200, body: { IP: '8.8.8.8' } });
});

it('more connections than there may be are refused, which is told once a minute', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const { url } = await (await startService()).service.listen({ port: 0, limits: { connections: 1 } });
  const first = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void first.destroy());
  await once(first, 'connect');
  for (let times = 0; times < 3; times++) await expect(fetch(`${url}/health`)).rejects.toThrow();
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual([
    expect.objectContaining({
      level: 'error',
      message: expect.stringMatching(/^1 connections are open, and more are refused\. If /),
    }),
  ]);
  first.destroy();
  await expect
    .poll(() =>
      fetch(`${url}/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});

describe('closing', () => {
  it('refuses new connections and closes idle ones at once', async () => {
    const { service, port, request } = await startService();
    const idle = connect(port, '127.0.0.1');
    idle.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    await Promise.all([service.close(), once(idle.resume(), 'close')]);
    await expect(request('/health')).rejects.toThrow('fetch failed');
  });

  it('lets a request at work finish', async () => {
    const { service, port, key } = await startService();
    const socket = connect(port, '127.0.0.1');
    // In one piece: once the first is answered, the second has begun.
    socket.write(
      `GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET ${get} HTTP/1.1\r\nHost: a\r\nX-Visitor-IP: 8.8.8.8\r\nAuthorization: Bearer ${key}\r\n`,
    );
    await once(socket, 'data');
    const closed = service.close();
    socket.write('\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });
});
